export type FollowOptions = {
  /** The database admits followers. A public and a private topic of one name are two topics. */
  private?: boolean
  /** Handlers by event name. A payload comes from the network: check its fields. */
  events: Record<string, (payload: Record<string, unknown>) => void>
  /** Called after each (re)subscription, and every `poll` ms without one: fetch what may have been missed. */
  caughtUp: () => void
  poll?: number
  /** The subscription is lost: what was heard becomes old. */
  away?: () => void
  /** Says "I am here" on this topic. */
  track?: boolean
  /** Waits until another follower loads the client. */
  patient?: boolean
}

/** `isThere` while the topic is subscribed. */
export type Follower = FollowOptions & { topic: string; isThere: boolean }
