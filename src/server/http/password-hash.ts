export type Argon2 = {
  algorithm: 'argon2d' | 'argon2i' | 'argon2id'
  /** In KiB. */
  memory: number
  passes: number
  parallelism: number
  nonce: Buffer
  tag: Buffer
}

/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. About 45 ms here. */
export const cost = { memory: 19_456, passes: 2, parallelism: 1 }

export const ownHashPrefix = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$`
const plain = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

export const formatHash = (nonce: Buffer, tag: Buffer): string =>
  `${ownHashPrefix}${plain(nonce)}$${plain(tag)}`

/** False for hashes of other servers and other costs. */
export const isOwnHash = (text: string): boolean => text.startsWith(ownHashPrefix)

const argon2 =
  /^\$(argon2(?:d|i|id))\$v=19\$m=(\d{1,6}),t=(\d{1,2}),p=(\d{1,2})\$([\w+/]{11,86})\$([\w+/]{16,86})$/
/** Work of one check: 128 MiB, or a second. */
const most = { memory: 131_072, passes: 10, parallelism: 16 }

/** Undefined for another kind of hash, and for one whose check costs too much. */
export function readArgon2(text: string): Argon2 | undefined {
  const found = argon2.exec(text)
  if (!found) return undefined
  const [, algorithm, memoryText, passesText, lanesText, nonce = '', tag = ''] = found
  const [memory, passes, parallelism] = [Number(memoryText), Number(passesText), Number(lanesText)]
  const isSane = passes >= 1 && parallelism >= 1 && memory >= 8 * parallelism
  const isCheap = memory <= most.memory && passes <= most.passes && parallelism <= most.parallelism
  if (!isSane || !isCheap) return undefined
  return {
    algorithm: algorithm as Argon2['algorithm'],
    memory,
    passes,
    parallelism,
    nonce: Buffer.from(nonce, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

/** A cost of 14 takes a second. */
export const isBcrypt = (text: string): boolean =>
  /^\$2[aby]\$(?:0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/.test(text)

export const isKnownHash = (text: string): boolean => isBcrypt(text) || readArgon2(text) !== undefined
