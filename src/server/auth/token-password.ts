import type { Bucket } from '../http/limiter.ts'
import { isOwnHash, ownHashPrefix } from '../http/password-hash.ts'
import type { Tools, Call, Operation } from './deps.ts'
import { refusal, invalid } from './errors.ts'
import { addressField, longestPassword, readBody, textField } from './input.ts'
import { isNewDevice, noticeOfDevice } from './new-device.ts'
import { checkPasswordSize } from './passwords.ts'
import { deviceHeaders, deviceLabel, rememberedDevice, type Device } from './remembered-device.ts'
import { networkKey, openSession, sessionBody } from './sessions.ts'
import { hasAddress, isBanned, partsOfUser, textOf, type Address, type User } from './users.ts'

export const grantByPassword: Operation = async (tools, call) => {
  const body = await readBody(call.request)
  const address = addressField(body, tools.settings, {
    both: 'Only an email address or phone number should be provided on login.',
  })
  if (!address) throw invalid('missing email or phone')
  const password = textField(body, 'password', longestPassword) ?? ''
  checkPasswordSize(password)
  // A device that remembers the account waits apart from the guessers of its network.
  const device = rememberedDevice(tools, call, textOf(address))
  const lane = device ? `${call.from} remembered` : call.from
  const own = { ...tools, passwords: tools.passwordsOf(lane) }
  return tools.entrance({ network: lane }, () => logIn(own, call, { address, password, device }))
}

type Attempt = { address: Address; password: string; device: Device | undefined }

async function logIn(tools: Tools, call: Call, attempt: Attempt): Promise<Response> {
  const { from, now } = call
  const { address, password } = attempt
  const { user, known, imported } = await findByAddress(tools, address, from)
  // Points are taken first and returned after a right password, so that parallel guesses count.
  const buckets = bucketsOf(call, attempt, known)
  await tools.limiter.take(now, ...buckets)

  // The hash comes first for every address: a caller without the password learns nothing about the account (threats 3, 4).
  const right = await tools.passwords.verify(password, user?.password_hash, imported)
  if (!user || !right) throw refusal(400, 'invalid_credentials', 'Invalid login credentials')
  await tools.limiter.giveBack(...buckets)
  if (isBanned(user, now)) throw refusal(400, 'user_banned', 'User is banned')
  if ('email' in address && !user.email_confirmed_at)
    throw refusal(400, 'email_not_confirmed', 'Email not confirmed')
  if ('phone' in address && !user.phone_confirmed_at)
    throw refusal(400, 'phone_not_confirmed', 'Phone not confirmed')

  const session = await open(tools, call, user, attempt, known)
  if (!session) throw refusal(400, 'invalid_credentials', 'Invalid login credentials')
  const headers = deviceHeaders(tools, call, textOf(address))
  return Response.json(await sessionBody(tools, user, session, now), { headers })
}

/** Opens the session. The hash of another server gives way to ours, and the owner learns of a new device. */
async function open(tools: Tools, call: Call, user: User, { password, device }: Attempt, known: boolean) {
  const notice = isNewDevice(user, call, device !== undefined, known)
    ? noticeOfDevice(tools, user, call)
    : undefined
  const stored = user.password_hash ?? ''
  const own = isOwnHash(stored) ? undefined : await tools.passwords.hash(password)
  const session = await tools.db.asService(async (tx) => {
    if (own) {
      const values = [user.id, stored, own]
      await tx.query({
        text: 'update auth.users set password_hash = $3 where id = $1 and password_hash = $2',
        values,
      })
      user.password_hash = own
    }
    const opened = await openSession(tools, tx, user, 'password', call)
    if (opened && notice) await tx.query(notice)
    return opened
  })
  if (notice) tools.mails.wake()
  return session
}

/**
 * Guessers must not lock the owner out (threat 5). The bucket of the address does not count networks that the owner has used, and a device
 * that remembers the account has a bucket of its own in place of all others.
 */
function bucketsOf({ from }: Call, { address, device }: Attempt, known: boolean): Bucket[] {
  const name = textOf(address)
  if (device) return [['loginDevice', deviceLabel(device), name]]
  const buckets: Bucket[] = [
    ['loginNetwork', from],
    ['loginPair', from, name],
  ]
  return known ? buckets : [...buckets, ['loginAddress', name]]
}

type Found = {
  known: boolean
  /** Any hash of another server. */
  imported: string | null
}

/** Ordered, so that the planner takes the index `users_imported_hash_idx`. */
export const importedHash = `(select i.password_hash from auth.users i where i.password_hash not like '${ownHashPrefix}%' order by i.id limit 1)`

async function findByAddress(
  tools: Tools,
  address: Address,
  from: string,
): Promise<Found & { user: User | undefined }> {
  const { rows } = await tools.db.asService(
    (tx) =>
      tx.last<(User | { id: null }) & Found>({
        text: `select u.*, ${partsOfUser}, exists (
            select from auth.known_networks k where k.user_id = u.id and k.network = $2) as known, ${importedHash} as imported
          from (select) as asked left join auth.users u on ${hasAddress(address)}`,
        values: [textOf(address), networkKey(tools, from)],
      }),
    { readOnly: true },
  )
  const [row] = rows
  const { known = false, imported = null } = row ?? {}
  return { user: row && row.id !== null ? row : undefined, known, imported }
}
