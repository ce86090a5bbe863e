import type { Claims, Db } from '../db/door.ts'
import type { Erasure } from '../erasure/erasure.ts'
import type { Keys } from '../http/keys.ts'
import type { Limiter } from '../http/limiter.ts'
import type { Turns } from '../http/turns.ts'
import type { MailQueue } from '../mail/queued-mail.ts'
import type { Passwords } from './passwords.ts'

export type AuthSettings = {
  /** Origin of the web app, without a trailing slash. The token issuer is its `/auth/v1`. */
  publicUrl: string
  requireEmailConfirmation: boolean
  /** Further origins that a mailed link may lead to. */
  redirectAllow: readonly string[]
  accessTokenSeconds: number
  limits: 'strict' | 'relaxed'
}

export type AuthDeps = {
  db: Db
  keys: Keys
  mails: MailQueue
  erasure: Pick<Erasure, 'leave'>
  /** Lines for the operator. They never hold a person's words. */
  log: (line: string) => void
  settings: AuthSettings
  clock?: () => number
}

export type Tools = Omit<AuthDeps, 'clock'> & {
  passwords: Passwords
  /** The hashing for another lane than the caller's network. */
  passwordsOf: (lane: string) => Passwords
  limiter: Limiter
  /** Log-ins and sign-ups queue after their body is read. A flood cannot hold all database connections. A slow sender holds no turn. */
  entrance: Turns
}

/** `from` is the caller's network, `now` the time of the gateway's clock. */
export type Call = {
  request: Request
  url: URL
  /** The segments of the path that the `*` of its route stand for. */
  params: readonly string[]
  claims: Claims
  from: string
  now: Date
}

export type Operation = (tools: Tools, call: Call) => Promise<Response>
