import { argon2, randomBytes, timingSafeEqual, type Argon2Parameters } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { countLetters, limits } from '../../shared/limits.ts'
import { turnLimits, type Bounds } from '../http/limits.ts'
import { createTurns } from '../http/turns.ts'
import { isCommonPassword } from './common-passwords.ts'
import type { Refusal } from '../http/refusal.ts'
import { invalid, refusal, tooBusy } from './errors.ts'

export type Passwords = {
  hash(password: string): Promise<string>
  /** Hashes a dummy when no hash is stored, so an unknown address takes as long as a known one (threat 3). */
  verify(password: string, stored: string | null | undefined): Promise<boolean>
}

// OWASP's minimum for argon2id: 19 MiB, two passes, one lane. About 45 ms here.
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
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
  const dummy = formatPhc(randomBytes(16), randomBytes(tagLength))
  return (network) => ({
    hash: (password) =>
      turns({ network }, async () => {
        const nonce = randomBytes(16)
        return formatPhc(nonce, await derive({ ...cost, message: normalize(password), nonce, tagLength }))
      }),
    verify: (password, stored) =>
      turns({ network }, async () => {
        const known = parsePhc(stored ?? dummy) ?? parsePhc(dummy)
        if (!known) return false
        const { tag, ...parameters } = known
        const made = await derive({ ...parameters, message: normalize(password), tagLength: tag.length })
        return timingSafeEqual(made, tag) && Boolean(stored)
      }),
  })
}

export function checkNewPassword(password: string, email: string): void {
  checkPasswordSize(password)
  if (countLetters(password) < limits.passwordMin) {
    throw weak('length', `Password should be at least ${limits.passwordMin} characters.`)
  }
  const folded = password.toLowerCase()
  if (folded === email || folded === email.split('@')[0] || isCommonPassword(password)) {
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

function derive(parameters: Argon2Parameters): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    argon2('argon2id', parameters, (error, tag) => {
      if (error) reject(error)
      else resolve(tag)
    })
  })
}

const plain = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

function formatPhc(nonce: Buffer, tag: Buffer): string {
  const { memory, passes, parallelism } = cost
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${plain(nonce)}$${plain(tag)}`
}

function parsePhc(text: string) {
  const found = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([\w+/]+)\$([\w+/]+)$/.exec(text)
  if (!found) return undefined
  const [, memory, passes, parallelism, nonce = '', tag = ''] = found
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    nonce: Buffer.from(nonce, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}
