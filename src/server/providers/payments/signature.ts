import { createHmac, timingSafeEqual } from 'node:crypto'

/** Most seconds between the signature's time and ours: an older delivery is a replay. */
const windowSeconds = 300

type Mode = { secret: string; isLive: boolean }

const digestOf = (secret: string, time: string, body: Uint8Array) =>
  createHmac('sha256', secret).update(`${time}.`).update(body).digest()

/** The value of PayMongo's header `Paymongo-Signature`: `te` in test mode, `li` in live mode, and the other one empty. */
export function signWebhook(body: Uint8Array, { secret, isLive }: Mode, now: number): string {
  const time = String(Math.floor(now / 1_000))
  const digest = digestOf(secret, time, body).toString('hex')
  return isLive ? `t=${time},te=,li=${digest}` : `t=${time},te=${digest},li=`
}

/** Compares in constant time. A part that is named twice is refused. */
export function isSigned(header: string, body: Uint8Array, { secret, isLive }: Mode, now: number): boolean {
  const parts = header.split(',').map((part) => /^\s*(\w+)=(\w*)\s*$/.exec(part) ?? [])
  const named = new Map(parts.map(([, name = '', value = '']) => [name, value]))
  const time = named.get('t') ?? ''
  const digest = named.get(isLive ? 'li' : 'te') ?? ''
  if (named.size !== parts.length || !/^\d{1,12}$/.test(time) || !/^[0-9a-f]{64}$/.test(digest)) return false
  const isFresh = Math.abs(now / 1_000 - Number(time)) <= windowSeconds
  return timingSafeEqual(digestOf(secret, time, body), Buffer.from(digest, 'hex')) && isFresh
}
