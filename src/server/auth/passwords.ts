import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { verify as matchesBcrypt } from '@node-rs/bcrypt'
import { countLetters, limits } from '../../shared/limits.ts'
import { turnLimits, type Bounds } from '../http/limits.ts'
import { cost, formatHash, isBcrypt, isOwnHash, readArgon2, type Argon2 } from '../http/password-hash.ts'
import { createTurns } from '../http/turns.ts'
import { isCommonPassword } from './common-passwords.ts'
import type { Refusal } from '../http/refusal.ts'
import { invalid, refusal, tooBusy } from './errors.ts'

export type Passwords = {
  hash(password: string): Promise<string>
  /**
   * Checks a hash of ours in every case, a dummy when none is stored, so an unknown address takes as long as a known one (threat 3). `imported`
   * is any hash of another server in the database: while there is one, every check also costs such a hash.
   */
  verify(password: string, stored: string | null | undefined, imported?: string | null): Promise<boolean>
}

const tagLength = 32

const usual: { all: Bounds; network: Bounds } = turnLimits.hashing

// One core stays free for the rest of the server. Four hashes fill the thread pool, which files and DNS share.
const atOnce = Math.min(Math.max(availableParallelism() - 1, 1), 4)

/**
 * The hashing for one network's requests. A few hashes run, networks take turns, and a network over its bound gets 503: a flood of log-ins
 * fills neither memory nor processor, and delays its own network only (threat 77).
 */
export function createPasswords({ running = atOnce, bounds = usual } = {}): (network: string) => Passwords {
  const { all, network: ofNetwork } = bounds
  const turns = createTurns({ all: { ...all, running }, network: ofNetwork, refuse: tooBusy })
  const dummy = formatHash(randomBytes(16), randomBytes(tagLength))
  return (network) => ({
    hash: (password) =>
      turns({ network }, async () => {
        const nonce = randomBytes(16)
        const message = normalize(password)
        return formatHash(nonce, await derive('argon2id', { ...cost, message, nonce, tagLength }))
      }),
    verify: (password, stored, imported) =>
      turns({ network }, async () => {
        const isOwn = Boolean(stored && isOwnHash(stored))
        const own = await matches(normalize(password), isOwn && stored ? stored : dummy)
        const foreign = isOwn ? imported : (stored ?? imported)
        const other = foreign ? await matchesForeign(password, foreign) : false
        return isOwn ? own : Boolean(stored) && other
      }),
  })
}

/** Other servers hash the text as it was typed. */
const matchesForeign = async (password: string, hash: string) =>
  (await matches(normalize(password), hash)) ||
  (password !== normalize(password) && (await matches(password, hash)))

async function matches(password: string, hash: string): Promise<boolean> {
  if (isBcrypt(hash)) return matchesBcrypt(password, hash)
  const known = readArgon2(hash)
  if (!known) return false
  const { tag, algorithm, ...parameters } = known
  const made = await derive(algorithm, { ...parameters, message: password, tagLength: tag.length })
  return timingSafeEqual(made, tag)
}

/** `address`: the mail address or phone number, which is no password. */
export function checkNewPassword(password: string, address: string, least: number): void {
  checkPasswordSize(password)
  if (countLetters(password) < least) {
    throw weak('length', `Password should be at least ${least} characters.`)
  }
  const folded = password.toLowerCase()
  if (folded === address || folded === address.split('@')[0] || isCommonPassword(password)) {
    throw weak('pwned', 'Password is known to be weak and easy to guess, please choose a different one.')
  }
}

/** Checked before hashing: hashing a megabyte would be costly. */
export function checkPasswordSize(password: string): void {
  if (Buffer.byteLength(normalize(password)) > limits.passwordMaxBytes) {
    throw invalid(`Password cannot be longer than ${limits.passwordMaxBytes} bytes`)
  }
}

function weak(reason: 'length' | 'pwned', message: string): Refusal {
  return refusal(422, 'weak_password', message, { fields: { weak_password: { reasons: [reason] } } })
}

/** NFKC: keyboards type "ñ" as one letter or as two. */
function normalize(password: string): string {
  return password.normalize('NFC')
}

function derive(algorithm: Argon2['algorithm'], parameters: Argon2Parameters): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    argon2(algorithm, parameters, (error, tag) => {
      if (error) reject(error)
      else resolve(tag)
    })
  })
}
