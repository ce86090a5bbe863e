export type FollowOptions = {
  /** Admission is asked of the database; a public and a private topic of one name are two topics. */
  private?: boolean
  /** By the event's name. A payload is untyped: it comes from the network. */
  events: Record<string, (payload: Record<string, unknown>) => void>
  /** After each (re)subscription, and every `poll` ms while there is none: fetch what may have been missed. */
  caughtUp: () => void
  poll?: number
  /** The subscription is lost: what was heard may be old from now on. */
  away?: () => void
  /** Says "I am here" on this topic. */
  track?: boolean
  /** Loads and opens nothing of its own, and joins once something else does. */
  patient?: boolean
}

/** One follower; `isThere` while its topic is subscribed. */
export type Follower = FollowOptions & { topic: string; isThere: boolean }
