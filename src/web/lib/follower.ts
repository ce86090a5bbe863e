export type FollowOptions = {
  /** The database admits followers. A public and a private topic of one name are two topics. */
  private?: boolean
  /** Handlers by event name. A payload is untrusted: check its fields. */
  events: Record<string, (payload: Record<string, unknown>) => void>
  /** Called after each (re)subscription, and every `poll` ms without one, to fetch missed events. */
  caughtUp: () => void
  poll?: number
  /** Called when the subscription is lost: received events may be stale. */
  away?: () => void
  /** Announces this person's presence on the topic. */
  track?: boolean
  /** Called with the topic's roster, and after each change of it. A face is untrusted, as a payload is. */
  roster?: (faces: readonly Record<string, unknown>[]) => void
  /** Waits until another follower loads the client. */
  patient?: boolean
}

/** `isThere`: the topic is subscribed. */
export type Follower = FollowOptions & { topic: string; isThere: boolean }
