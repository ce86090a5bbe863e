import { readFile } from 'node:fs/promises'
import { makeFile, type WebFile } from './web-file.ts'

/** Bytes: people load the picture on prepaid data. */
const most = 1_048_576
/** A new QR reaches everybody within five minutes. */
const cacheControl = 'public, max-age=300'

const testPicture = '/payment-qr-test.svg'

/** The operator's picture, or the one that is marked as a test. */
export function putPaymentQr(files: Map<string, WebFile>, own: WebFile | undefined): void {
  const test = files.get(testPicture)
  const qr = own ?? (test && { ...test, cacheControl })
  if (qr) files.set('/payment-qr', qr)
}

/** Reads the picture of PAYMENT_QR. Throws why it cannot be shown. */
export async function readPaymentQr(path: string | undefined): Promise<WebFile | undefined> {
  if (path === undefined) return undefined
  const bytes = await readFile(path).catch(() => undefined)
  if (!bytes) throw wrong(`the file ${path} cannot be read`)
  if (bytes.length > most) throw wrong('the picture has more than 1 MB')
  const type = typeOf(bytes)
  if (!type) throw wrong('the picture must be a PNG, JPEG, WebP, or an SVG without scripts and foreign parts')
  return makeFile(type, cacheControl, { identity: bytes })
}

const wrong = (reason: string) => new Error(`These settings are wrong:\n  PAYMENT_QR: ${reason}`)

function typeOf(bytes: Buffer): string | undefined {
  const starts = (letters: string, at = 0) => bytes.toString('latin1', at, at + letters.length) === letters
  if (starts('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (starts('\xff\xd8\xff')) return 'image/jpeg'
  if (starts('RIFF') && starts('WEBP', 8)) return 'image/webp'
  return isPlainSvg(bytes.toString('utf8')) ? 'image/svg+xml' : undefined
}

/** A drawing only: nothing that runs, and nothing from another server. */
const isPlainSvg = (text: string) =>
  /^\uFEFF?\s*(<\?xml[^>]*>\s*)?(<!--[^]*?-->\s*)*<svg[\s>]/.test(text) &&
  !/<!(DOCTYPE|ENTITY)|<(script|foreignObject|iframe|embed|object|image|animate|set|a)[\s/>]|[\s/"']on\w+\s*=|(java|vb)script:|href\s*=\s*["']?\s*(?!["']?#)|@import|url\(\s*["']?(?!["']?#)/i.test(
    text,
  )
