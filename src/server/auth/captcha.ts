import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { randomInt } from 'node:crypto'
import * as v from 'valibot'
import { keyedHash, sha256 } from '../http/keyed-hash.ts'
import type { Bucket } from '../http/limiter.ts'
import type { Call, Operation, Tools } from './deps.ts'
import { refusal } from './errors.ts'
import { isObject, readBody, textField, type Body } from './input.ts'

// Decision 0050. A guess is one PBKDF2 of so many rounds. The number of guesses bounds the time: a third of a second here, some seconds
// on a cheap phone.
const rounds = 1_000
const fewest = 150
const most = 300
const lifeMs = 300_000

const secretsOf = ({ keys }: Pick<Tools, 'keys'>) => ({
  hmacSignatureSecret: keyedHash(keys.secret, 'captcha').toString('hex'),
  hmacKeySignatureSecret: keyedHash(keys.secret, 'captcha key').toString('hex'),
})

/** GET /captcha: a challenge in the format of ALTCHA. Its solution goes into `captcha_token`, as base64 of `{challenge, solution}`. */
export const getChallenge: Operation = async (tools, { from, now }) => {
  if (tools.settings.captcha === 'off') throw refusal(404, 'not_found', 'No captcha is asked for here')
  await tools.limiter.take(now, ['challengeNetwork', from])
  const challenge = await createChallenge({
    ...secretsOf(tools),
    algorithm: 'PBKDF2/SHA-256',
    cost: rounds,
    counter: randomInt(fewest, most + 1),
    deriveKey,
    expiresAt: new Date(now.getTime() + lifeMs),
  })
  return Response.json(challenge)
}

const failed = (reason: string) =>
  refusal(400, 'captcha_failed', `captcha protection: request disallowed (${reason})`)

/**
 * Asks for a solved challenge before the operation runs. With `attack` it asks only while a network, or all together, fail to log in or ask
 * for accounts and mails in masses (threat 5). `isReturned`: a success returns the points, because it was no guess.
 */
export const withCaptcha =
  (operation: Operation, { isReturned = false } = {}): Operation =>
  async (tools, call) => {
    const taken = await admit(tools, call)
    const response = await operation(tools, call)
    if (isReturned && taken.length > 0) await tools.limiter.giveBack(...taken)
    return response
  }

/** The points that the request took in place of a solution. */
async function admit(tools: Tools, call: Call): Promise<readonly Bucket[]> {
  const { captcha } = tools.settings
  if (captcha === 'off' || call.claims.role === 'service_role') return []
  const token = tokenIn(await readBody(call.request))
  if (token !== undefined) {
    await spend(tools, token, call.now)
    return []
  }
  const free: Bucket[] = [['freeNetwork', call.from], ['freeAll']]
  if (captcha === 'attack' && (await tools.limiter.tryTake(call.now, ...free))) return free
  throw failed('no captcha_token found in request')
}

function tokenIn(body: Body): string | undefined {
  const security = body['gotrue_meta_security']
  return isObject(security) ? textField(security, 'captcha_token') : undefined
}

const payload = v.object({
  challenge: v.object({
    parameters: v.looseObject({
      algorithm: v.literal('PBKDF2/SHA-256'),
      nonce: v.string(),
      salt: v.string(),
      cost: v.number(),
      keyLength: v.number(),
      keyPrefix: v.string(),
      expiresAt: v.number(),
    }),
    signature: v.string(),
  }),
  solution: v.object({ counter: v.number(), derivedKey: v.string() }),
})

async function spend(tools: Tools, token: string, now: Date): Promise<void> {
  const given = v.safeParse(payload, parse(token))
  if (!given.success) throw failed('invalid-input-response')
  const { challenge, solution } = given.output
  const checked = await verifySolution({ ...secretsOf(tools), challenge, solution, deriveKey })
  const ends = new Date(challenge.parameters.expiresAt * 1_000)
  if (!checked.verified) throw failed(checked.expired ? 'timeout-or-duplicate' : 'invalid-input-response')
  // The nonce is signed. The library does not know which solutions it has seen.
  const { rowCount } = await tools.db.asService((tx) =>
    tx.last({
      text: 'insert into auth.used_challenges (hash, expires_at) values ($1, $2) on conflict do nothing',
      values: [sha256(challenge.parameters.nonce), ends],
    }),
  )
  if (rowCount === 0 || ends <= now) throw failed('timeout-or-duplicate')
}

function parse(token: string): unknown {
  try {
    return JSON.parse(Buffer.from(token, 'base64').toString())
  } catch {
    return undefined
  }
}
