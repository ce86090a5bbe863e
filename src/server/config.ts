import { createECDH } from 'node:crypto'
import { resolve } from 'node:path'
import * as v from 'valibot'
import { authEntries, authSettings, readLimits, unknownAuthNames, wrongAuth } from './auth-settings.ts'
import type { AuthSettings } from './auth/deps.ts'
import { readProviders } from './auth/providers/provider-config.ts'
import { addressOf, flag, origin, origins, whole } from './setting-kinds.ts'

function isPushKey(text: string): boolean {
  try {
    createECDH('prime256v1').setPrivateKey(Buffer.from(text, 'base64url'))
    return /^[\w-]{43}$/.test(text)
  } catch {
    return false
  }
}

const settings = v.object({
  PORT: v.optional(whole(0, 65_535), '3000'),
  HOST: v.optional(v.pipe(v.string(), v.nonEmpty()), '127.0.0.1'),
  PUBLIC_URL: v.optional(origin),
  DATA_DIR: v.optional(v.pipe(v.string(), v.nonEmpty()), './data'),
  DATABASE_URL: v.optional(addressOf('postgres:', 'postgresql:')),
  // One network may hold 8 (http/limits.ts). Fewer than 10 would leave too little for the others.
  DATABASE_POOL: v.optional(whole(10, 200), '16'),
  SECRETS_REPLACED: v.optional(flag, '0'),
  TRUSTED_PROXY_HOPS: v.optional(whole(0, 8), '0'),
  METRICS_TOKEN: v.optional(v.pipe(v.string(), v.minLength(16))),
  ...authEntries,
  SMTP_URL: v.optional(addressOf('smtp:', 'smtps:')),
  MAIL_FROM: v.optional(
    v.pipe(v.string(), v.regex(/^[^\r\n]+@[^\r\n]+$/, 'must be a mail address')),
    'Emote <emote@localhost>',
  ),
  // The key needs a dot and a colon. Otherwise clients poll every 30 seconds and open no socket.
  REALTIME_KEY: v.optional(
    v.pipe(v.string(), v.regex(/^[\w.:-]{1,80}$/, 'must be a short word')),
    'emote.live:public',
  ),
  REDIS_URL: v.optional(addressOf('redis:', 'rediss:')),
  S3_ENDPOINT: v.optional(addressOf('http:', 'https:')),
  S3_BUCKET: v.optional(
    v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket')),
  ),
  S3_REGION: v.optional(v.pipe(v.string(), v.nonEmpty()), 'auto'),
  S3_ACCESS_KEY_ID: v.optional(v.string()),
  S3_SECRET_ACCESS_KEY: v.optional(v.string()),
  AI_BASE_URL: v.optional(addressOf('http:', 'https:')),
  AI_API_KEY: v.optional(v.string()),
  AI_MODEL: v.optional(v.string()),
  AI_PLACES: v.optional(whole(1, 200), '8'),
  EMI_MATERIAL: v.optional(v.string()),
  GIPHY_API_KEY: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{8,100}$/, 'must be a key of GIPHY'))),
  PUSH_PRIVATE_KEY: v.optional(
    v.pipe(v.string(), v.check(isPushKey, 'must be a private P-256 key: 32 bytes as base64url')),
  ),
  PUSH_ORIGINS: v.optional(origins, ''),
  PAYMONGO_SECRET_KEY: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^sk_(test|live)_\w{8,100}$/, 'must be a secret key of PayMongo, sk_test_… or sk_live_…'),
    ),
  ),
  PAYMONGO_WEBHOOK_SECRET: v.optional(
    v.pipe(v.string(), v.regex(/^\w{8,100}$/, 'must be the secret of the webhook, whsk_…')),
  ),
  PAYMONGO_BASE_URL: v.optional(origin, 'https://api.paymongo.com'),
  PAYMONGO_METHODS: v.optional(
    v.pipe(v.string(), v.regex(/^[a-z_]+(,[a-z_]+)*$/, 'must be names with commas between, like gcash,card')),
    'gcash,paymaya,card,grab_pay,qrph',
  ),
  ALLOW_TEST_PAYMENTS: v.optional(flag, '0'),
  NODE_ENV: v.optional(v.string(), ''),
  FREE_QUOTA_DAYS: v.optional(whole(0, 3_650), '30'),
  SUPPORT_EMAIL: v.optional(v.pipe(v.string(), v.email('must be a mail address'))),
  PAYMENT_QR: v.optional(v.string()),
  PAYMENT_NAME: v.optional(v.pipe(v.string(), v.maxLength(80, 'has at most 80 letters'))),
  FOOTER_FACEBOOK_URL: v.optional(addressOf('https:')),
  FOOTER_INSTAGRAM_URL: v.optional(addressOf('https:')),
})

const s3Settings = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
const environment = v.pipe(
  settings,
  v.check(
    (given) => new Set(s3Settings.map((name) => given[name] === undefined)).size === 1,
    `${s3Settings.join(', ')} belong together: set all of them or none`,
  ),
  v.check(
    (given) => (given.AI_BASE_URL === undefined) === (given.AI_MODEL === undefined),
    'AI_BASE_URL, AI_MODEL belong together: set both or none',
  ),
  v.check(
    (given) => (given.PAYMONGO_SECRET_KEY === undefined) === (given.PAYMONGO_WEBHOOK_SECRET === undefined),
    'PAYMONGO_SECRET_KEY, PAYMONGO_WEBHOOK_SECRET belong together: set both or none',
  ),
)

export type Config = Readonly<v.InferOutput<typeof environment>> & {
  readonly dataDir: string
  readonly publicUrl: string
  /** Where this server reaches itself. */
  readonly localUrl: string
  readonly s3:
    | { endpoint: string; bucket: string; region: string; accessKey: string; secretKey: string }
    | undefined
  /** The mail address of the operator: SUPPORT_EMAIL, or else the sender of MAIL_FROM. */
  readonly operator: string
  readonly auth: AuthSettings
  readonly model: { baseUrl: string; apiKey: string | undefined; model: string } | undefined
  readonly paymongo:
    | { secretKey: string; webhookSecret: string; baseUrl: string; methods: string[] }
    | undefined
  /** Without PayMongo people pay at the test provider. Like a test key, it gives Premium to everybody, so production must ask for it. */
  readonly testPayments: boolean
  /** Switches realtime (specification 2, section 6: the realtime key). */
  readonly realtime: boolean
}

/** Settings from the environment. Throws every wrong name with its reason. An empty value counts as not set. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = v.safeParse(environment, given)
  const { providers, wrong: wrongProviders } = readProviders(given)
  const { limits, wrong: wrongLimits } = readLimits(given)
  const wrong = [
    ...(parsed.issues ?? []).map((issue) => `${nameOf(issue)}: ${issue.message}`),
    ...unknownAuthNames(given),
    ...wrongProviders,
    ...wrongLimits,
  ]
  if (!parsed.success || wrong.length > 0) throw wrongSettings(wrong)
  const config = parsed.output
  const takesTestMoney = config.ALLOW_TEST_PAYMENTS || !isProduction(config)
  const {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKey,
    S3_SECRET_ACCESS_KEY: secretKey,
    AI_BASE_URL: baseUrl,
    AI_MODEL: model,
    PAYMONGO_SECRET_KEY: paymongoKey,
    PAYMONGO_WEBHOOK_SECRET: webhookSecret,
  } = config
  const host = config.HOST.includes(':') ? `[${config.HOST}]` : config.HOST
  const local = `http://${['0.0.0.0', '::'].includes(config.HOST) ? 'localhost' : host}:${config.PORT}`
  const publicUrl = config.PUBLIC_URL ?? local
  const contradictions = wrongAuth({ ...config, publicUrl })
  if (contradictions.length > 0) throw wrongSettings(contradictions)
  return Object.freeze({
    ...config,
    dataDir: resolve(config.DATA_DIR),
    publicUrl,
    localUrl: local,
    auth: authSettings({ ...config, publicUrl, providers, limits }),
    s3:
      endpoint && bucket && accessKey && secretKey
        ? { endpoint, bucket, region: config.S3_REGION, accessKey, secretKey }
        : undefined,
    operator: config.SUPPORT_EMAIL ?? /<([^<>]+)>\s*$/.exec(config.MAIL_FROM)?.[1] ?? config.MAIL_FROM,
    model: baseUrl && model ? { baseUrl, apiKey: config.AI_API_KEY, model } : undefined,
    paymongo:
      paymongoKey && webhookSecret && (isLiveKey(paymongoKey) || takesTestMoney)
        ? {
            secretKey: paymongoKey,
            webhookSecret,
            baseUrl: config.PAYMONGO_BASE_URL,
            methods: config.PAYMONGO_METHODS.split(','),
          }
        : undefined,
    testPayments: !paymongoKey && takesTestMoney,
    realtime: /\./.test(config.REALTIME_KEY) && /:/.test(config.REALTIME_KEY),
  })
}

/** An item of a list is wrong under the list's name. */
const nameOf = (issue: v.BaseIssue<unknown>) => v.getDotPath(issue)?.split('.')[0] ?? 'setting'

const wrongSettings = (lines: readonly string[]) =>
  new Error(`These settings are wrong:\n${lines.map((line) => `  ${line}`).join('\n')}`)

/** People from outside come here: they need https. */
const isProduction = ({ NODE_ENV: mode, PUBLIC_URL: url }: v.InferOutput<typeof environment>): boolean =>
  mode === 'production' || url?.startsWith('https:') === true

const isLiveKey = (key: string) => key.startsWith('sk_live_')

export function warnAbout(config: Config): string[] {
  const lacksHops = config.PUBLIC_URL?.startsWith('https:') && config.TRUSTED_PROXY_HOPS === 0
  return [
    ...(lacksHops
      ? [
          'Warning: PUBLIC_URL begins with https, so a proxy stands in front, but TRUSTED_PROXY_HOPS is 0. All people then share one ' +
            "network, the proxy's, and its limits. Set TRUSTED_PROXY_HOPS to the number of your proxies.",
        ]
      : []),
    ...(config.AUTH_LIMITS === 'relaxed'
      ? [
          'Warning: AUTH_LIMITS=relaxed is for tests only: anybody may guess passwords without a limit. Remove the setting.',
        ]
      : []),
    ...(isProduction(config) &&
    (config.testPayments || (config.paymongo && !isLiveKey(config.paymongo.secretKey)))
      ? [
          'Warning: ALLOW_TEST_PAYMENTS gives Premium to everybody without money. Set PAYMONGO_SECRET_KEY to a live key, or remove the setting.',
        ]
      : []),
    ...(!config.paymongo && !config.testPayments
      ? [
          'Payments are off: NODE_ENV is production or PUBLIC_URL begins with https, and PAYMONGO_SECRET_KEY is not a live key. People can send proofs of manual payments.',
        ]
      : []),
    ...(isProduction(config) && config.AUTH_PHONE && !config.SMS_GATEWAY_URL
      ? [
          'Warning: AUTH_PHONE is on without SMS_GATEWAY_URL. Codes by SMS become files in DATA_DIR/outbox, and nobody gets them.',
        ]
      : []),
    ...(config.SECRETS_REPLACED
      ? [
          'Warning: SECRETS_REPLACED makes the database accept this secrets.json. Remove the setting after the start.',
        ]
      : []),
  ]
}
