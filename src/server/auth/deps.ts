import type { Claims, Db } from '../db/door.ts'
import type { Erasure } from '../erasure/erasure.ts'
import type { Keys } from '../http/keys.ts'
import type { Limiter } from '../http/limiter.ts'
import type { LimitMode } from '../http/limits.ts'
import type { TurnKey } from '../http/turns.ts'
import type { MailQueue } from '../mail/queued-mail.ts'
import type { Passwords } from './passwords.ts'
import type { Providers } from './providers/clients.ts'
import type { ProviderConfig } from './providers/provider-config.ts'
import type { SamlKey } from './sso/saml-key.ts'

export type AuthSettings = {
  /** Origin of the web app, without a trailing slash. The token issuer is its `/auth/v1`. */
  publicUrl: string
  /** False: nobody new comes in. Everybody who has an account still does. */
  signups: boolean
  requireEmailConfirmation: boolean
  anonymous: boolean
  /** Accounts with a phone number, and codes by SMS. */
  phone: boolean
  phoneConfirmation: boolean
  /** Where SMS go. */
  sms: 'gateway' | 'outbox'
  /** Country codes of the numbers that get SMS. */
  smsCountries: readonly string[]
  /** `attack`: only while log-ins or sign-ups fail in masses. */
  captcha: 'off' | 'on' | 'attack'
  /** Further origins that links and log-ins may lead to. Wallets may sign in there. */
  redirectAllow: readonly string[]
  accessTokenSeconds: number
  /** How long a spent refresh token still returns its successor. */
  reuseSeconds: number
  /** A session ends after so many days without a refresh. */
  sessionIdleDays: number
  /** A session ends so many days after its log-in. */
  sessionDays: number
  /** Digits of a code in a mail or an SMS. */
  codeLength: number
  codeSeconds: number
  /** Letters of a new password. */
  passwordLeast: number
  /** A new address must be confirmed from the old one too. */
  mailChangeNeedsBoth: boolean
  /** People may link further log-ins to their account. */
  manualLinking: boolean
  factorsMost: number
  totp: boolean
  webauthn: boolean
  phoneFactor: boolean
  passkeys: PasskeySettings | undefined
  providers: readonly ProviderConfig[]
  /** SAML 2.0. With `signing` our requests are signed. */
  saml: { signing?: SamlKey | undefined } | undefined
  web3: { ethereum: boolean; solana: boolean }
  limits: LimitMode
}

/** `rpId` is the domain that passkeys belong to; they work on its `origins` only. */
export type PasskeySettings = { rpId: string; origins: readonly string[]; name: string }

export type AuthDeps = {
  db: Db
  keys: Keys
  mails: MailQueue
  erasure: Pick<Erasure, 'leave' | 'hide'>
  /** Lines for the operator. They never hold a person's words. */
  log: (line: string) => void
  settings: AuthSettings
  clock?: () => number
}

export type Tools = Omit<AuthDeps, 'clock'> & {
  passwords: Passwords
  /** The hashing in another lane than that of the caller's network. */
  passwordsOf: (lane: string) => Passwords
  limiter: Limiter
  /** The queue of log-ins and sign-ups, so that a flood cannot hold all database connections. It begins after the body is read. */
  entrance: <T>(key: TurnKey, work: () => Promise<T>) => Promise<T>
  providers: Providers
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

export type Route = {
  methods: Readonly<Record<string, Operation>>
  /** Allowed query parameters; others are refused by name. Undefined allows any: mail programs add parameters to links. */
  query?: readonly string[]
}
