import { publicConfig } from './config.ts'
import { asMe, fetchAsMe } from './supabase.ts'

const storage = '/storage/v1/object'

export type Way = {
  /** The share of bytes sent, 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}
export type Upload = Way & {
  bucket: string
  /** The key in the bucket. Its first folder is the person's id. */
  path: string
  file: Blob
  /** Cache time, seconds. */
  maxAge: number
  /** A file under the same key stays, and the upload is refused with 409. */
  isNew?: true
}

/** `status`: the meant one (413 too large, 415 type not allowed, 429 too many …). */
export class UploadRefused extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/**
 * Stores a file; the same key replaces the first unless `isNew`. Throws UploadRefused, a TypeError that `isOffline` accepts when no answer came, and an
 * AbortError.
 */
export async function upload({ bucket, path, file, maxAge, isNew, ...way }: Upload): Promise<void> {
  const headers = {
    'content-type': file.type,
    'cache-control': `max-age=${maxAge}`,
    'x-upsert': String(!isNew),
  }
  const address = `${storage}/${bucket}/${path}`
  const { status, message } = await asMe(async (token) =>
    read(await post({ ...way, address, headers, body: file }, token)),
  )
  if (status !== 200) throw new UploadRefused(status, message)
}

/** Sends a form to /functions/v1/{name}. Reads the JSON body for any status. Throws as `upload` does when no answer came. */
export async function postForm(
  name: string,
  body: FormData,
  way: Way,
): Promise<{ status: number; body: unknown }> {
  const { status, text } = await asMe((token) =>
    post({ ...way, address: `/functions/v1/${name}`, headers: {}, body }, token),
  )
  try {
    return { status, body: JSON.parse(text) as unknown }
  } catch {
    return { status, body: null }
  }
}

export async function removeFiles(bucket: string, paths: string[]): Promise<void> {
  await fetchAsMe(`${storage}/${bucket}`, {
    method: 'DELETE',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ prefixes: paths }),
  })
}

export const publicUrl = (bucket: string, path: string): string => `${storage}/public/${bucket}/${path}`

type Posted = Way & { address: string; headers: Record<string, string>; body: Blob | FormData }

/** XMLHttpRequest, because fetch reports no upload progress. */
function post({ address, headers, body, onProgress, signal }: Posted, token: string) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const cancelled = () => reject(new DOMException('The upload was cancelled', 'AbortError'))
    if (signal.aborted) return cancelled()
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    signal.addEventListener('abort', abort)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total ? loaded / total : 0))
    request.addEventListener('load', () => resolve({ status: request.status, text: request.responseText }))
    request.addEventListener('error', () => reject(new TypeError('Failed to fetch')))
    request.addEventListener('abort', cancelled)
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort))
    request.open('POST', address)
    request.setRequestHeader('apikey', publicConfig().anonKey)
    request.setRequestHeader('authorization', `Bearer ${token}`)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.send(body)
    return undefined
  })
}

/** The storage sends nearly every refusal as a 400. The body has the real status. */
function read({ status, text }: { status: number; text: string }): { status: number; message: string } {
  if (status === 200) return { status, message: '' }
  try {
    const { statusCode, code, message } = JSON.parse(text) as Record<string, string | undefined>
    const meant = code === 'InvalidJWT' || code === 'ExpiredToken' ? 401 : Number(statusCode)
    return { status: meant || status, message: message ?? '' }
  } catch {
    return { status, message: '' }
  }
}
