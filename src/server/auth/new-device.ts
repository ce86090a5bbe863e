import type { Statement } from '../db/door.ts'
import { insertMail } from '../mail/queued-mail.ts'
import type { Call, Tools } from './deps.ts'
import { deviceOf } from './device-name.ts'
import { newDevice } from './notices.ts'
import type { User } from './users.ts'

/** A device is remembered at the first log-in or refresh after the sign-up. In this time, ms, the person may log out and in again. */
const settlingMs = 3_600_000

/**
 * True when a log-in by password comes from a device that is new to the account. A browser keeps the cookie of `remembered-device.ts`, so a
 * stranger in the owner's own network is noticed. Other clients keep none: an unknown network makes them new.
 */
export function isNewDevice(
  { last_sign_in_at: before, created_at: made }: User,
  { request: { headers }, now }: Call,
  isRemembered: boolean,
  isKnownNetwork: boolean,
): boolean {
  const isBrowser = headers.has('origin') || headers.has('sec-fetch-site')
  const isSettled = before !== null && now.getTime() - made.getTime() > settlingMs
  return isSettled && !isRemembered && (isBrowser || !isKnownNetwork)
}

/** The mail that tells the account's owner. None for an account without a mailbox. */
export function noticeOfDevice(
  { keys, settings }: Tools,
  { id: userId, email }: User,
  { request, now }: Call,
): Statement | undefined {
  if (email === null) return undefined
  const letter = newDevice(email, deviceOf(request.headers.get('user-agent')), now, settings)
  return insertMail(keys.secret, { kind: 'new_device', userId, content: { letter } }, now)
}
