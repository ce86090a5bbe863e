import { isIP } from 'node:net'
import * as v from 'valibot'
import type { AuthFeatures } from '../shared/auth-features.ts'
import { limits } from '../shared/limits.ts'
import type { AuthSettings, PasskeySettings } from './auth/deps.ts'
import { providerSetting, type ProviderConfig } from './auth/providers/provider-config.ts'
import { readSamlKey } from './auth/sso/saml-key.ts'
import { rateLimits, settingOf, type LimitMode, type RateLimit } from './http/limits.ts'
import { usualBody } from './providers/sms/http-gateway.ts'
import { addressOf, flag, listOf, origins, whole } from './setting-kinds.ts'

/** Examples in the reference's documents. */
const knownSecrets = new Set([
  'super-secret-jwt-token-with-at-least-32-characters-long',
  'your-super-secret-jwt-token-with-at-least-32-characters-long',
])

function isTemplate(text: string): boolean {
  try {
    JSON.parse(text)
    return text.includes('{text}') && /\{\+?phone\}/.test(text)
  } catch {
    return false
  }
}

const samlKey = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    try {
      return readSamlKey(dataset.value)
    } catch (error) {
      addIssue({ message: error instanceof Error ? error.message : 'cannot be read' })
      return NEVER
    }
  }),
)

/** The settings of accounts. docs/operating.md explains each one. */
export const authEntries = {
  AUTH_SIGNUPS: v.optional(flag, '1'),
  AUTH_REQUIRE_EMAIL_CONFIRMATION: v.optional(flag, '0'),
  AUTH_ANONYMOUS: v.optional(flag, '0'),
  AUTH_PHONE: v.optional(flag, '0'),
  AUTH_PHONE_CONFIRMATION: v.optional(flag, '1'),
  AUTH_CAPTCHA: v.optional(v.picklist(['off', 'on', 'attack'], 'must be off, on or attack'), 'off'),
  AUTH_REDIRECT_ALLOW: v.optional(origins, ''),
  AUTH_ACCESS_TOKEN_SECONDS: v.optional(whole(60, 900), '900'),
  AUTH_REFRESH_REUSE_SECONDS: v.optional(whole(0, 60), '10'),
  AUTH_SESSION_IDLE_DAYS: v.optional(whole(1, 180), '60'),
  AUTH_SESSION_DAYS: v.optional(whole(1, 180), '180'),
  // Five tries at six digits: one guess in 200,000 is right.
  AUTH_CODE_LENGTH: v.optional(whole(6, 10), '6'),
  AUTH_CODE_SECONDS: v.optional(whole(60, 3_600), '600'),
  AUTH_PASSWORD_LEAST: v.optional(whole(limits.passwordMin, 64), String(limits.passwordMin)),
  AUTH_EMAIL_CHANGE_NEEDS_BOTH: v.optional(flag, '1'),
  AUTH_MANUAL_LINKING: v.optional(flag, '0'),
  AUTH_FACTORS_MOST: v.optional(whole(1, 30), '10'),
  AUTH_TOTP: v.optional(flag, '1'),
  AUTH_WEBAUTHN: v.optional(flag, '1'),
  AUTH_PHONE_FACTOR: v.optional(flag, '0'),
  AUTH_PASSKEYS: v.optional(flag, '1'),
  AUTH_PASSKEY_RP_ID: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^(?=.{1,253}$)[a-z0-9-]+(\.[a-z0-9-]+)*$/, 'must be a host name in small letters'),
      v.check((host) => isIP(host) === 0, 'must be a host name: browsers make no passkeys for an IP address'),
    ),
  ),
  AUTH_PASSKEY_ORIGINS: v.optional(origins, ''),
  AUTH_SAML: v.optional(flag, '0'),
  AUTH_SAML_KEY: v.optional(samlKey),
  AUTH_WEB3: v.optional(listOf(['ethereum', 'solana']), ''),
  AUTH_HS256_SECRET: v.optional(
    v.pipe(
      v.string(),
      v.minLength(32, 'must have at least 32 letters'),
      v.check((secret) => !knownSecrets.has(secret), 'is an example that everybody knows'),
    ),
  ),
  AUTH_PROVIDERS: v.optional(v.pipe(v.string(), v.nonEmpty())),
  AUTH_LIMITS: v.optional(v.picklist(['strict', 'relaxed'], 'must be strict or relaxed'), 'strict'),
  SMS_GATEWAY_URL: v.optional(addressOf('http:', 'https:')),
  SMS_GATEWAY_TOKEN: v.optional(v.pipe(v.string(), v.nonEmpty())),
  SMS_GATEWAY_BODY: v.optional(
    v.pipe(
      v.string(),
      v.check(isTemplate, 'must be JSON with {text}, and {phone} or {+phone}, inside its texts'),
    ),
    usualBody,
  ),
  SMS_COUNTRIES: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[1-9]\d{0,6}(,[1-9]\d{0,6})*$/, 'must be country codes with commas between, like 63,65'),
      v.transform((text) => text.split(',')),
    ),
    '63',
  ),
}

const settable = Object.entries<RateLimit>(rateLimits).flatMap(([name, { settable: most }]) =>
  most === undefined ? [] : [{ name, most }],
)
const limitSettings = v.object(
  Object.fromEntries(settable.map(({ name, most }) => [settingOf(name), v.optional(whole(1, most))])),
)

/** The limits of the environment, and what is wrong with them in words for the operator. */
export function readLimits(given: Readonly<Record<string, unknown>>): { limits: LimitMode; wrong: string[] } {
  const { success, output, issues = [] } = v.safeParse(limitSettings, given)
  const wrong = issues.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)
  if (!success) return { limits: 'strict', wrong }
  const own = settable.flatMap(({ name }) => {
    const points = output[settingOf(name)]
    return points === undefined ? [] : [[name, points]]
  })
  return { limits: own.length > 0 ? Object.fromEntries(own) : 'strict', wrong }
}

type AuthConfig = v.InferOutput<v.ObjectSchema<typeof authEntries, undefined>>
type Config = AuthConfig & { publicUrl: string; providers: readonly ProviderConfig[]; limits: LimitMode }

export function authSettings(config: Config): AuthSettings {
  return {
    publicUrl: config.publicUrl,
    signups: config.AUTH_SIGNUPS,
    requireEmailConfirmation: config.AUTH_REQUIRE_EMAIL_CONFIRMATION,
    anonymous: config.AUTH_ANONYMOUS,
    phone: config.AUTH_PHONE,
    phoneConfirmation: config.AUTH_PHONE_CONFIRMATION,
    sms: config.SMS_GATEWAY_URL ? 'gateway' : 'outbox',
    smsCountries: config.SMS_COUNTRIES,
    captcha: config.AUTH_CAPTCHA,
    redirectAllow: config.AUTH_REDIRECT_ALLOW,
    accessTokenSeconds: config.AUTH_ACCESS_TOKEN_SECONDS,
    reuseSeconds: config.AUTH_REFRESH_REUSE_SECONDS,
    sessionIdleDays: config.AUTH_SESSION_IDLE_DAYS,
    sessionDays: config.AUTH_SESSION_DAYS,
    codeLength: config.AUTH_CODE_LENGTH,
    codeSeconds: config.AUTH_CODE_SECONDS,
    passwordLeast: config.AUTH_PASSWORD_LEAST,
    mailChangeNeedsBoth: config.AUTH_EMAIL_CHANGE_NEEDS_BOTH,
    manualLinking: config.AUTH_MANUAL_LINKING,
    factorsMost: config.AUTH_FACTORS_MOST,
    totp: config.AUTH_TOTP,
    webauthn: config.AUTH_WEBAUTHN,
    phoneFactor: config.AUTH_PHONE_FACTOR,
    passkeys: passkeysOf(config),
    providers: config.providers,
    saml: config.AUTH_SAML ? { signing: config.AUTH_SAML_KEY } : undefined,
    web3: {
      ethereum: config.AUTH_WEB3.includes('ethereum'),
      solana: config.AUTH_WEB3.includes('solana'),
    },
    limits: config.AUTH_LIMITS === 'relaxed' ? 'relaxed' : config.limits,
  }
}

/** Browsers make no passkeys for an IP address, such as the one of a start without PUBLIC_URL. */
function passkeysOf(config: Omit<Config, 'providers' | 'limits'>): PasskeySettings | undefined {
  const rpId = config.AUTH_PASSKEY_RP_ID ?? new URL(config.publicUrl).hostname
  if (!config.AUTH_PASSKEYS || !/[a-z]/.test(rpId) || rpId.startsWith('[')) return undefined
  const given = config.AUTH_PASSKEY_ORIGINS
  return { rpId, origins: given.length > 0 ? given : [config.publicUrl], name: 'Emote' }
}

/** The ways to log in, for `/config.json`. */
export function authFeatures(settings: AuthSettings): AuthFeatures {
  const { totp, webauthn, phoneFactor, providers } = settings
  return {
    signups: settings.signups,
    passkeys: settings.passkeys !== undefined,
    twoStep: totp || webauthn || phoneFactor,
    phone: settings.phone,
    anonymous: settings.anonymous,
    captcha: settings.captcha,
    providers: providers.map(({ name, label }) => ({ name, label })),
    sso: settings.saml !== undefined,
    passwordLeast: settings.passwordLeast,
    codeLength: settings.codeLength,
  }
}

/** Settings that contradict each other, in words for the operator. */
export function wrongAuth(config: Omit<Config, 'providers' | 'limits'>): string[] {
  const passkeys = passkeysOf(config)
  const namesPasskeys = config.AUTH_PASSKEY_RP_ID ?? config.AUTH_PASSKEY_ORIGINS[0]
  const foreign = passkeys?.origins.filter((origin) => !isUnder(passkeys.rpId, origin)) ?? []
  return [
    ...(config.SMS_GATEWAY_URL && !config.AUTH_PHONE ? ['SMS_GATEWAY_URL: needs AUTH_PHONE=1'] : []),
    ...(config.SMS_GATEWAY_TOKEN && !config.SMS_GATEWAY_URL
      ? ['SMS_GATEWAY_TOKEN: needs SMS_GATEWAY_URL']
      : []),
    ...(config.SMS_GATEWAY_BODY !== usualBody && !config.SMS_GATEWAY_URL
      ? ['SMS_GATEWAY_BODY: needs SMS_GATEWAY_URL']
      : []),
    ...(config.AUTH_PHONE_FACTOR && !config.AUTH_PHONE ? ['AUTH_PHONE_FACTOR: needs AUTH_PHONE=1'] : []),
    ...(config.AUTH_SAML_KEY && !config.AUTH_SAML ? ['AUTH_SAML_KEY: needs AUTH_SAML=1'] : []),
    ...(namesPasskeys && !passkeys
      ? ['AUTH_PASSKEY_ORIGINS: needs AUTH_PASSKEYS=1 and AUTH_PASSKEY_RP_ID, the host of the web app']
      : []),
    ...foreign.map(
      (origin) =>
        `AUTH_PASSKEY_RP_ID: ${origin} is not under ${passkeys?.rpId}; set it to the host of the web app or a parent domain`,
    ),
  ]
}

function isUnder(rpId: string, origin: string): boolean {
  const { hostname } = new URL(origin)
  return hostname === rpId || hostname.endsWith(`.${rpId}`)
}

/** A mistyped name is refused. Otherwise a door would stay open that the operator believes closed. */
export function unknownAuthNames(given: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(given)
    .filter((name) => name.startsWith('AUTH_') && !Object.hasOwn(authEntries, name))
    .filter((name) => !providerSetting.test(name) && !Object.hasOwn(limitSettings.entries, name))
    .map((name) => `${name}: is no setting of Emote`)
}
