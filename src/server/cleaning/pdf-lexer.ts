import { Name, Raw, Ref, type Dict, type Value } from './pdf-values.ts'
import { FileRefused } from './refusals.ts'

const deepest = 64
const space = 1
const delimiter = 2
/** The class of each byte: a table, because a document has millions of bytes. */
const classes = new Uint8Array(256)
for (const byte of [0, 9, 10, 12, 13, 32]) classes[byte] = space
for (const byte of Buffer.from('()<>[]{}/%')) classes[byte] = delimiter
const broken = () => new FileRefused('corrupt')

/** Reads values of PDF's grammar (ISO 32000, 7.3) from `at` on. */
export class Lexer {
  readonly bytes: Buffer
  at: number

  constructor(bytes: Buffer, at: number) {
    this.bytes = bytes
    this.at = at
  }

  value(depth = 0): Value {
    if (depth > deepest) throw broken()
    this.skipSpace()
    const byte = this.bytes[this.at]
    if (byte === 0x2f) return this.#name()
    if (byte === 0x28) return this.#string()
    if (byte === 0x5b) return this.#array(depth)
    if (byte === 0x3c) return this.bytes[this.at + 1] === 0x3c ? this.#dict(depth) : this.#hex()
    return this.#reference() ?? new Raw(this.#word())
  }

  /** Reads this word when it follows. Returns whether it did. */
  takes(word: string): boolean {
    this.skipSpace()
    if (this.bytes.toString('latin1', this.at, this.at + word.length) !== word) return false
    this.at += word.length
    return true
  }

  skipSpace(): void {
    for (let byte = this.bytes[this.at]; byte !== undefined; byte = this.bytes[this.at]) {
      if (byte === 0x25) this.at = lineEnd(this.bytes, this.at)
      else if (classes[byte] === space) this.at++
      else return
    }
  }

  #word(): Buffer {
    const start = this.at
    for (let byte = this.bytes[this.at]; byte !== undefined; byte = this.bytes[++this.at])
      if (classes[byte] !== 0) break
    if (this.at === start) throw broken()
    return this.bytes.subarray(start, this.at)
  }

  /** Reads `12 0 R`: one value of three words. */
  #reference(): Ref | undefined {
    const text = this.bytes.toString('latin1', this.at, this.at + 32)
    const found = /^(\d{1,9})[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+R(?![^\0\t\n\f\r ()<>[\]{}/%])/.exec(text)
    if (!found) return undefined
    this.at += found[0].length
    return new Ref(Number(found[1]))
  }

  #name(): Name {
    this.at++
    const byte = this.bytes[this.at]
    const empty = byte === undefined || classes[byte] !== 0
    const text = empty ? '' : this.#word().toString('latin1')
    return new Name(
      text.replaceAll(/#([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    )
  }

  #string(): Raw {
    const start = this.at
    let open = 0
    for (; this.at < this.bytes.length; this.at++) {
      const byte = this.bytes[this.at]
      if (byte === 0x5c) this.at++
      else if (byte === 0x28) open++
      else if (byte === 0x29 && --open === 0) return new Raw(this.bytes.subarray(start, ++this.at))
    }
    throw broken()
  }

  #hex(): Raw {
    const end = this.bytes.indexOf(0x3e, this.at)
    if (end < 0) throw broken()
    const raw = new Raw(this.bytes.subarray(this.at, end + 1))
    this.at = end + 1
    return raw
  }

  #array(depth: number): Value[] {
    this.at++
    const values: Value[] = []
    while (!this.takes(']')) values.push(this.value(depth + 1))
    return values
  }

  #dict(depth: number): Dict {
    this.at += 2
    const dict: Dict = new Map()
    while (!this.takes('>>')) {
      const key = this.value(depth + 1)
      if (!(key instanceof Name)) throw broken()
      dict.set(key.text, this.value(depth + 1))
    }
    return dict
  }
}

function lineEnd(bytes: Buffer, from: number): number {
  let at = from
  while (at < bytes.length && bytes[at] !== 10 && bytes[at] !== 13) at++
  return at
}
