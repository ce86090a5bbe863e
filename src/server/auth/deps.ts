import type { Claims, Db } from '../db/door.ts'
import type { Keys } from '../http/keys.ts'
import type { Limiter } from '../http/limiter.ts'
import type { Turns } from '../http/turns.ts'
import type { Mail } from '../providers/mail/index.ts'
import type { Background } from './background.ts'
import type { Passwords } from './passwords.ts'

export type AuthSettings = {
  /** Origin of the web app, without a slash at the end; the tokens' issuer is its `/auth/v1`. */
  publicUrl: string
  requireEmailConfirmation: boolean
  /** Origins beside `publicUrl` that a mailed link may lead to. */
  redirectAllow: readonly string[]
  /** At most 900. */
  accessTokenSeconds: number
  limits: 'strict' | 'relaxed'
}

export type AuthDeps = {
  db: Db
  keys: Keys
  mail: Mail
  /** One line for the operator; never anything that a person wrote. */
  log: (line: string) => void
  settings: AuthSettings
  /** Milliseconds since 1970. */
  clock?: () => number
  /** Runs work after the answer. Pass one to wait for it when the server stops. */
  background?: Background
}

/** What every operation works with. */
export type Tools = Omit<AuthDeps, 'clock' | 'background'> & {
  background: Background
  passwords: Passwords
  limiter: Limiter
  /**
   * Log-ins and sign-ups take turns once their body is read: a flood must not hold everybody's database connections, and a slow sender
   * must not hold a turn.
   */
  entrance: Turns
}

/** One request. `from` is the caller's network, `now` the gateway's clock. */
export type Call = { request: Request; url: URL; claims: Claims; from: string; now: Date }

export type Operation = (tools: Tools, call: Call) => Promise<Response>
