import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FileMissing, FilesUnavailable } from '../../src/server/providers/files/errors.ts'
import { createFiles, newBlobId, type Files } from '../../src/server/providers/files/index.ts'
import { startS3, type S3Server } from '../support/s3.ts'

let s3: S3Server
let dataDir: string
let files: Files
beforeAll(async () => {
  s3 = await startS3()
  dataDir = await mkdtemp(join(tmpdir(), 'emote-files-'))
  files = createFiles({ dataDir, s3: s3.access })
})
afterAll(async () => {
  await s3.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const temporary = () => readdir(join(dataDir, 'files/tmp'))

async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Buffer> {
  return Buffer.from(await new Response(stream).arrayBuffer())
}

async function store(bytes: Uint8Array): Promise<string> {
  const file = await files.spool(new Blob([bytes as Uint8Array<ArrayBuffer>]).stream(), bytes.byteLength)
  const id = newBlobId(file.sha256)
  await files.put(id, file.path)
  return id
}

describe('files in S3', () => {
  it.each([0, 1, 65_536, 1_000_003])('keep %d bytes unchanged', async (size) => {
    const bytes = randomBytes(size)
    const id = await store(bytes)
    expect(hashOf(await bytesOf(await files.read(id)))).toBe(hashOf(bytes))
    expect(id.slice(0, 64)).toBe(hashOf(bytes))
    expect(await temporary()).toEqual([])
  })

  it('keep 60 MB, several files at once', async () => {
    const bytes = [60_000_000, 9_000_000, 20_000_000].map((size) => randomBytes(size))
    const ids = await Promise.all(bytes.map(store))
    const read = await Promise.all(ids.map(async (id) => hashOf(await bytesOf(await files.read(id)))))
    expect(read).toEqual(bytes.map(hashOf))
  })

  it.each([
    [0, 0],
    [0, 99],
    [500_000, 999_999],
    [999_999, 999_999],
  ])('can be read from byte %d to byte %d', async (start, end) => {
    const bytes = randomBytes(1_000_000)
    const id = await store(bytes)
    const part = await bytesOf(await files.read(id, { start, end }))
    expect(part.equals(bytes.subarray(start, end + 1))).toBe(true)
  })

  it('can be removed, also twice', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => store(randomBytes(10))))
    const kept = await store(randomBytes(10))
    await files.remove([...ids, newBlobId('0'.repeat(64))])
    await files.remove(ids)
    const left = await s3.ids()
    expect(ids.filter((id) => left.includes(id))).toEqual([])
    expect(left).toContain(kept)
    await expect(files.read(ids[0] ?? '')).rejects.toBeInstanceOf(FileMissing)
  })

  it('close a cancelled stream', async () => {
    const id = await store(randomBytes(5_000_000))
    const reader = (await files.read(id)).getReader()
    expect((await reader.read()).value?.byteLength).toBeGreaterThan(0)
    await reader.cancel()
    expect((await bytesOf(await files.read(id, { start: 0, end: 9 }))).byteLength).toBe(10)
  })
})

describe('an S3 server in trouble', () => {
  it('gives a clear error and stores nothing while it is down, and works when it is back', async () => {
    const bytes = randomBytes(200_000)
    const before = await s3.ids()
    const kept = await store(randomBytes(10))
    const file = await files.spool(new Blob([bytes]).stream(), bytes.byteLength)
    await s3.down()
    const id = newBlobId(file.sha256)
    const failure = await files.put(id, file.path).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(FilesUnavailable)
    expect(String(failure)).toContain('The S3 server cannot be reached (ECONNREFUSED)')
    await expect(files.read(kept)).rejects.toBeInstanceOf(FilesUnavailable)
    await expect(files.remove([kept])).rejects.toBeInstanceOf(FilesUnavailable)
    await s3.up()
    expect((await s3.ids()).toSorted()).toEqual([...before, kept].toSorted())
    await files.put(id, file.path)
    expect((await bytesOf(await files.read(id))).equals(bytes)).toBe(true)
  })

  it('gives an error without key and signature when it refuses our key', async () => {
    const stranger = createFiles({ dataDir, s3: { ...s3.access, secretKey: 'lihim-na-susi' } })
    const file = await stranger.spool(new Blob(['hay']).stream(), 10)
    const failure = await stranger.put(newBlobId(file.sha256), file.path).catch((error: unknown) => error)
    await stranger.discard(file.path)
    expect(failure).toBeInstanceOf(FilesUnavailable)
    const said = `${String(failure)} ${JSON.stringify(failure, Object.getOwnPropertyNames(failure))}`
    expect(said).toContain('403 SignatureDoesNotMatch')
    expect(said).not.toMatch(/lihim|S3RVER|Signature=|AWS4/)
    expect((failure as Error).cause).toBeUndefined()
  })

  it('is tried again when it fails now and then, and its redirects are not followed', async () => {
    let asked = 0
    const hiccup = await listen((_, response) => {
      asked++
      response.writeHead(asked < 3 ? 503 : 200).end(asked < 3 ? '' : 'ayos')
    })
    const redirect = await listen((_, response) => {
      response.writeHead(307, { location: s3.access.endpoint }).end()
    })
    const id = newBlobId('a'.repeat(64))
    expect((await bytesOf(await filesAt(hiccup).read(id))).toString()).toBe('ayos')
    expect(asked).toBe(3)
    await expect(filesAt(redirect).read(id)).rejects.toBeInstanceOf(FilesUnavailable)
    for (const server of [hiccup, redirect]) server.close()
  })

  it("ends the reader's answer when it breaks off in the middle of a file", async () => {
    const cut = await listen((_, response) => {
      response.writeHead(200, { 'content-length': '1000' })
      response.write('kalahati', () => response.destroy())
    })
    const stream = await filesAt(cut).read(newBlobId('b'.repeat(64)))
    await expect(bytesOf(stream)).rejects.toBeInstanceOf(FilesUnavailable)
    cut.close()
  })
})

async function listen(answer: Parameters<typeof createServer>[1]): Promise<Server> {
  const server = createServer(answer)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

function filesAt(server: Server): Files {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return createFiles({ dataDir, s3: { ...s3.access, endpoint: `http://127.0.0.1:${port}` } })
}
