import { randomBytes } from 'node:crypto'
import { keyedHash, sameBytes } from '../http/keyed-hash.ts'
import type { Call, Tools } from './deps.ts'

/** The accounts that logged in on a device, as keyed hashes of its id and their addresses. Every slot looks random, used or not. */
export type Device = { id: Buffer; slots: Buffer[] }

const cookie = 'emote-device'
const idLength = 16
const slotLength = 16
const slotCount = 8
/** A device is remembered for one or two periods after a log-in. */
const periodMs = 180 * 86_400_000
const maxAgeSeconds = (2 * periodMs) / 1_000

/** The device of the request when it remembers the account of this address: it logged in within this period or the one before. */
export function rememberedDevice(
  { keys }: Pick<Tools, 'keys'>,
  { request, now }: Call,
  address: string,
): Device | undefined {
  const device = readDevice(request)
  const isKnown = [0, 1].some((ago) => holds(device, slotOf(keys.secret, device, address, now, ago)))
  return isKnown ? device : undefined
}

/** The device of the request. A cookie that is missing or not ours makes a new one. */
function readDevice(request: Request): Device {
  const value = new RegExp(`(?:^|; *)${cookie}=([\\w-]{1,300})(?:;|$)`).exec(
    request.headers.get('cookie') ?? '',
  )?.[1]
  const bytes = Buffer.from(value ?? '', 'base64url')
  const whole = idLength + slotCount * slotLength
  const isOurs = bytes.length === whole && bytes.toString('base64url') === value
  return toDevice(isOurs ? bytes : randomBytes(whole))
}

function toDevice(bytes: Buffer): Device {
  const slots = Array.from({ length: slotCount }, (_, index) => {
    const start = idLength + index * slotLength
    return bytes.subarray(start, start + slotLength)
  })
  return { id: bytes.subarray(0, idLength), slots }
}

/**
 * The header that remembers the account on this device. Undefined when it is remembered already. Only /token gets the cookie, and no
 * script can read it. It outlives a log-out, because it names nobody.
 */
function rememberDevice(
  { keys, settings }: Pick<Tools, 'keys' | 'settings'>,
  device: Device,
  address: string,
  now: Date,
): string | undefined {
  const slot = slotOf(keys.secret, device, address, now)
  if (holds(device, slot)) return undefined
  const before = slotOf(keys.secret, device, address, now, 1)
  const others = device.slots.filter((one) => !sameBytes(one, before))
  const value = Buffer.concat([device.id, slot, ...others.slice(0, slotCount - 1)])
  // A renewal frees a slot. Random bytes fill it, so the length reveals nothing.
  const filled = Buffer.concat([value, randomBytes(idLength + slotCount * slotLength - value.length)])
  const secure = settings.publicUrl.startsWith('https:') ? '; Secure' : ''
  return `${cookie}=${filled.toString('base64url')}; Path=/auth/v1/token; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Strict${secure}`
}

/** Without an address there is nothing that strangers could guess at. */
export function deviceHeaders(
  tools: Tools,
  { request, now }: Call,
  address: string | null,
): Record<string, string> {
  const remembered = address !== null && rememberDevice(tools, readDevice(request), address, now)
  return remembered ? { 'set-cookie': remembered } : {}
}

export const deviceLabel = ({ id }: Device): string => id.toString('hex')

const holds = ({ slots }: Device, slot: Buffer) => slots.some((one) => sameBytes(one, slot))

function slotOf(secret: Buffer, { id }: Device, address: string, now: Date, ago = 0): Buffer {
  const period = Math.floor(now.getTime() / periodMs) - ago
  return keyedHash(secret, 'remembered device', id.toString('hex'), address, String(period)).subarray(
    0,
    slotLength,
  )
}
