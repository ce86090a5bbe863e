import { publicConfig } from './config.ts'
import { asMe, fetchAsMe } from './supabase.ts'

const storage = '/storage/v1/object'

export type Upload = {
  bucket: string
  /** The key in the bucket. Its first folder is the person's id. */
  path: string
  file: Blob
  /** Cache time, seconds. */
  maxAge: number
  /** The share of bytes sent, 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
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
 * Stores a file; the same key replaces the first. Throws UploadRefused, a TypeError that `isOffline` accepts when no answer came, and an
 * AbortError.
 */
export async function upload(wanted: Upload): Promise<void> {
  const { status, message } = await asMe((token) => send(wanted, token))
  if (status !== 200) throw new UploadRefused(status, message)
}

export async function removeFiles(bucket: string, paths: string[]): Promise<void> {
  await fetchAsMe(`${storage}/${bucket}`, {
    method: 'DELETE',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ prefixes: paths }),
  })
}

export const publicUrl = (bucket: string, path: string): string => `${storage}/public/${bucket}/${path}`

/** XMLHttpRequest, because fetch reports no upload progress. */
function send({ bucket, path, file, maxAge, onProgress, signal }: Upload, token: string) {
  return new Promise<Answer>((resolve, reject) => {
    const cancelled = () => reject(new DOMException('The upload was cancelled', 'AbortError'))
    if (signal.aborted) return cancelled()
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    signal.addEventListener('abort', abort)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total ? loaded / total : 0))
    request.addEventListener('load', () => resolve(read(request)))
    request.addEventListener('error', () => reject(new TypeError('Failed to fetch')))
    request.addEventListener('abort', cancelled)
    request.addEventListener('loadend', () => signal.removeEventListener('abort', abort))
    request.open('POST', `${storage}/${bucket}/${path}`)
    request.setRequestHeader('apikey', publicConfig().anonKey)
    request.setRequestHeader('authorization', `Bearer ${token}`)
    request.setRequestHeader('content-type', file.type)
    request.setRequestHeader('cache-control', `max-age=${maxAge}`)
    request.setRequestHeader('x-upsert', 'true')
    request.send(file)
    return undefined
  })
}

type Answer = { status: number; message: string }

/** The storage sends nearly every refusal as a 400. The body has the real status. */
function read({ status, responseText }: XMLHttpRequest): Answer {
  if (status === 200) return { status, message: '' }
  try {
    const { statusCode, code, message } = JSON.parse(responseText) as Record<string, string | undefined>
    const meant = code === 'InvalidJWT' || code === 'ExpiredToken' ? 401 : Number(statusCode)
    return { status: meant || status, message: message ?? '' }
  } catch {
    return { status, message: '' }
  }
}
