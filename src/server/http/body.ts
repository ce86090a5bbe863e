import { requestLimits } from './limits.ts'

export type BodyReason = 'too_large' | 'malformed' | 'too_deep' | 'bad_text' | 'media_type'

/** The body cannot be used. Each gateway answers in its dialect: 413 for `too_large`, 415 for `media_type`, else 400. */
export class BodyError extends Error {
  readonly reason: BodyReason
  constructor(reason: BodyReason, message: string) {
    super(message)
    this.reason = reason
  }
}

const { bodyBytes, bodyDepth: deepest } = requestLimits

/** Reads at most `maxBytes`. Refuses invalid UTF-8. */
async function readText(request: Request, maxBytes = bodyBytes): Promise<string> {
  const bytes = await readBytes(request, maxBytes)
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes)
  } catch {
    throw new BodyError('bad_text', 'The body is not UTF-8')
  }
}

/** The raw body, of at most `maxBytes`. */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  const declared = request.headers.get('content-length')
  if (Number(declared ?? 0) > maxBytes) throw tooLarge(maxBytes)
  // The HTTP parser stops at the declared length. Reading the whole body costs a fraction of reading its stream.
  const reading =
    declared === null
      ? readStream(request, maxBytes)
      : request.arrayBuffer().then((read) => new Uint8Array(read))
  const bytes = await reading.catch((error: unknown) => {
    // A client that hangs up must not fill the operator's log.
    throw error instanceof BodyError ? error : new BodyError('malformed', 'The body did not arrive in full')
  })
  if (bytes.byteLength > maxBytes) throw tooLarge(maxBytes)
  return bytes
}

async function readStream(request: Request, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) throw tooLarge(maxBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function tooLarge(maxBytes: number): BodyError {
  return new BodyError('too_large', `The body is larger than ${maxBytes} bytes`)
}

export const isForm = ({ headers }: Request): boolean =>
  headers.get('content-type')?.startsWith('application/x-www-form-urlencoded') === true

/** The fields of a form, as browsers send it. */
export async function readForm(request: Request, maxBytes: number): Promise<URLSearchParams> {
  const form = new URLSearchParams(Buffer.from(await readBytes(request, maxBytes)).toString())
  for (const value of form.values()) {
    if (!isStorable(value)) throw new BodyError('bad_text', 'The form holds a text that is not valid')
  }
  return form
}

/** The JSON body; `undefined` when empty. Refuses texts with NUL or half a surrogate pair, which PostgreSQL cannot store. */
export async function readJson(request: Request, maxBytes = bodyBytes): Promise<unknown> {
  return (await readJsonText(request, maxBytes)).value
}

export async function readJsonText(
  request: Request,
  maxBytes = bodyBytes,
): Promise<{ value: unknown; text: string }> {
  const type = request.headers.get('content-type') ?? 'application/json'
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)) {
    throw new BodyError('media_type', 'The body must be application/json')
  }
  const text = await readText(request, maxBytes)
  return { value: text.trim() === '' ? undefined : parseJson(text), text }
}

/** Parses JSON from outside. Throws `BodyError` for a value that PostgreSQL cannot store. */
export function parseJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new BodyError('malformed', 'The body is not valid JSON')
  }
  if (holdsHugeNumber(text)) throw new BodyError('malformed', 'Exponents have at most two digits')
  check(value, 0)
  return value
}

/** PostgreSQL writes every digit of 1e131071: 4 KB of such numbers took it 600 MB and 4 s that no time limit ended. */
function holdsHugeNumber(text: string): boolean {
  if (!/\d[eE][+-]?\d{3}/.test(text)) return false
  const strings = /"[^"\\]*(?:\\.[^"\\]*)*"/gs
  return /[eE][+-]?\d{3}/.test(text.replaceAll(strings, '""'))
}

export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed()
}

// Builds no array and skips numbers: a stranger may send a mebibyte of zeros.
function check(value: unknown, depth: number): void {
  if (typeof value === 'string') {
    if (!isStorable(value)) throw new BodyError('bad_text', 'Texts may not hold NUL or lone surrogates')
  } else if (typeof value === 'object' && value !== null) {
    if (depth >= deepest) throw new BodyError('too_deep', `The body is nested deeper than ${deepest}`)
    if (!Array.isArray(value)) for (const key of Object.keys(value)) check(key, depth)
    for (const item of Array.isArray(value) ? value : Object.values(value)) check(item, depth + 1)
  }
}

const smallBody = 1_048_576

/**
 * A phone on a slow line reads the refusal of a small picture only after it has sent it all. A large body is cut off, so that a refusal
 * costs little.
 */
export async function readOut({ body, bodyUsed, headers }: Request, most = smallBody): Promise<void> {
  const length = Number(headers.get('content-length') ?? Infinity)
  if (!body || bodyUsed || length > most) return
  // The client left, or is too slow even for that.
  await body
    .pipeTo(new WritableStream(), { signal: AbortSignal.timeout(10_000 * Math.ceil(most / smallBody)) })
    .catch(() => {})
}
