import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type WebFile = {
  type: string
  etag: string
  cacheControl: string
  bytes: { identity: Buffer; br?: Buffer; gzip?: Buffer }
  scriptHashes: string[]
  isWorker?: boolean
}

/** A page with its packed forms. `scriptHashes`: its inline scripts, for the policy. */
export async function packPage(html: string, type: string, scriptHashes: string[]): Promise<WebFile> {
  const identity = Buffer.from(html)
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
    promisify(gzip)(identity, { level: 9 }),
  ])
  return { ...makeFile(type, 'no-cache', { identity, br, gzip: gz }), scriptHashes }
}

export function makeFile(type: string, cacheControl: string, bytes: WebFile['bytes']): WebFile {
  const etag = `"${createHash('sha256').update(bytes.identity).digest('base64url').slice(0, 20)}"`
  return { type, etag, cacheControl, bytes, scriptHashes: [] }
}
