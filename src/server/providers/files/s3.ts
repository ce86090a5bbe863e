import { openAsBlob } from 'node:fs'
import { rm } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { S3mini, S3ServiceError } from 's3mini'
import { FileMissing, FilesUnavailable } from './errors.ts'
import type { Store } from './store.ts'

export type S3Access = {
  /** The server without the bucket: `https://s3.example.com`. The bucket becomes the first part of the path. */
  endpoint: string
  bucket: string
  region: string
  accessKey: string
  secretKey: string
}

const attempts = 3
const answerMs = 30_000
// For the whole body: 50 MB at 100 KB a second. All attempts together take less than the hour after which the sweep removes a blob.
const putMs = 10 * 60_000
const silenceMs = 30_000
const removedAtOnce = 8

export function s3Store({ endpoint, bucket, region, accessKey, secretKey }: S3Access): Store {
  const s3 = new S3mini({
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    endpoint: `${endpoint.replace(/\/+$/, '')}/${bucket}`,
    region,
    fetch: fetchInTime,
  })
  return {
    async put(id, path) {
      // One request, streamed from the disk: stored whole or not at all. Multipart uploads would hold 8 MB each in memory, and a crash
      // would leave parts that no row names. One request may carry 5 GB.
      const body = await openAsBlob(path)
      await persist(() => s3.putObject(id, body))
      await rm(path, { force: true })
    },
    async read(id, range) {
      const answer = await persist(() =>
        range ? s3.getObjectRaw(id, false, range.start, range.end + 1) : s3.getObjectRaw(id),
      )
      if (!answer.body) throw new FilesUnavailable('The S3 server sent no body')
      if (!range) return guardBody(answer.body, Infinity)
      if (answer.status !== 206) throw new FilesUnavailable('The S3 server does not support ranges')
      return guardBody(answer.body, range.end - range.start + 1)
    },
    async remove(ids) {
      const left = [...ids]
      const removeNext = async () => {
        for (let id = left.pop(); id; id = left.pop()) {
          const key = id
          // oxlint-disable-next-line no-await-in-loop -- eight of these loops run at once
          await persist(() => s3.deleteObject(key)).catch(ignoreMissing)
        }
      }
      await Promise.all(Array.from({ length: removedAtOnce }, removeNext))
    },
  }
}

/** A redirect would carry the signed request to another server. */
async function fetchInTime(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(), init.method === 'PUT' ? putMs : answerMs)
  try {
    return await fetch(input, { ...init, redirect: 'error', signal: late.signal })
  } finally {
    clearTimeout(timer)
  }
}

/** Retries temporary errors. The last error is logged: it names the cause and nothing of the request. */
async function persist<T>(work: () => Promise<T>, attempt = 1): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof S3ServiceError && error.status === 404)
      throw new FileMissing('There are no bytes under this id')
    if (attempt < attempts && mayPass(error)) {
      await wait(200 * 4 ** (attempt - 1))
      return persist(work, attempt + 1)
    }
    throw new FilesUnavailable(describe(error))
  }
}

function mayPass(error: unknown): boolean {
  if (!(error instanceof S3ServiceError)) return !isLate(error)
  // The client keeps a signing key per day. A request at midnight may use yesterday's.
  return error.status >= 500 || error.status === 429 || error.serviceCode === 'SignatureDoesNotMatch'
}

function isLate(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}

function describe(error: unknown): string {
  if (error instanceof S3ServiceError)
    return `The S3 server refused: ${error.status} ${error.serviceCode ?? ''}`
  if (isLate(error)) return 'The S3 server did not answer in time'
  return `The S3 server cannot be reached${codeOf(error)}`
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  return 'code' in error && typeof error.code === 'string' ? ` (${error.code})` : codeOf(error.cause)
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof FileMissing)) throw error
}

/**
 * At most `bytes`: some servers read the range 0-0 as open. Throws FilesUnavailable when the server stops sending. A slow reader is no
 * error.
 */
function guardBody(body: ReadableStream<Uint8Array>, bytes: number): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let left = bytes
  const read = async () => {
    let timer: NodeJS.Timeout | undefined
    const silence = new Promise<never>((_, failed) => {
      timer = setTimeout(() => failed(new FilesUnavailable('The S3 server fell silent')), silenceMs)
    })
    try {
      return await Promise.race([reader.read(), silence])
    } catch (error) {
      reader.cancel().catch(() => {})
      throw error instanceof FilesUnavailable ? error : new FilesUnavailable(describe(error))
    } finally {
      clearTimeout(timer)
    }
  }
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { value } = await read()
        if (value) controller.enqueue(value.byteLength > left ? value.subarray(0, left) : value)
        left -= value?.byteLength ?? 0
        if (value && left > 0) return
        controller.close()
        if (value) reader.cancel().catch(() => {})
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
}
