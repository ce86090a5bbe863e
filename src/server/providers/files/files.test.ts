import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { FileMissing, FileTooLarge } from './errors.ts'
import { createFiles, newBlobId, type Files } from './index.ts'

let dataDir: string
let files: Files
const temporary = () => readdir(join(dataDir, 'files/tmp'))
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'emote-files-'))
  files = createFiles({ dataDir })
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))
// After each test, every spooled file has become a blob or is deleted.
afterEach(async () => {
  const left = await temporary()
  if (left.length > 0) throw new Error(`Left behind: ${left.join()}`)
})
const countOpen = () => readdirSync('/proc/self/fd').length

const streamOf = (bytes: Uint8Array<ArrayBuffer>) => new Blob([bytes]).stream()
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const bytesOf = async (stream: ReadableStream<Uint8Array>) =>
  Buffer.from(await new Response(stream).arrayBuffer())

async function* breakOff() {
  yield new Uint8Array(10)
  throw new Error('aborted')
}

async function store(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const file = await files.spool(streamOf(bytes), bytes.byteLength)
  const id = newBlobId(file.sha256)
  await files.put(id, file.path)
  return id
}

describe('an uploaded file', () => {
  it('is hashed, counted and readable by the server only', async () => {
    const bytes = randomBytes(300_001)
    const file = await files.spool(streamOf(bytes), bytes.byteLength)
    expect(file).toMatchObject({ size: 300_001, sha256: hashOf(bytes) })
    expect((await stat(file.path)).mode & 0o777).toBe(0o600)
    expect((await stat(join(dataDir, 'files/tmp'))).mode & 0o777).toBe(0o700)
    await files.discard(file.path)
    await files.discard(file.path)
  })

  it('is cut at the limit, whatever its header said, and its sender is stopped', async () => {
    let sent = 0
    const cancelled = vi.fn<() => void>()
    const endless = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          sent += 1_000
          controller.enqueue(new Uint8Array(1_000))
        },
        cancel: cancelled,
      },
      { highWaterMark: 0 },
    )
    await expect(files.spool(endless, 10_000)).rejects.toBeInstanceOf(FileTooLarge)
    expect(sent).toBe(11_000)
    expect(cancelled).toHaveBeenCalledOnce()
  })

  it('is read no faster than it is written', async () => {
    let ahead = 0
    let most = 0
    async function* slow() {
      for (let n = 0; n < 50; n++) {
        most = Math.max(most, ++ahead)
        yield new Uint8Array(65_536)
        ahead--
      }
    }
    const file = await files.spool(slow(), 50 * 65_536)
    await files.discard(file.path)
    expect(most).toBe(1)
  })

  it('leaves nothing when it breaks off', async () => {
    await expect(files.spool(breakOff(), 100)).rejects.toThrow('aborted')
  })

  it('is swept after a while when the server was killed', async () => {
    const old = join(dataDir, 'files/tmp/old')
    await writeFile(old, 'x')
    const hourAgo = new Date(Date.now() - 3_700_000)
    await utimes(old, hourAgo, hourAgo)
    const file = await files.spool(streamOf(new Uint8Array(3)), 3)
    expect(await files.sweepTemp(3_600_000)).toBe(1)
    expect(await temporary()).toHaveLength(1)
    await files.discard(file.path)
    const nowhere = createFiles({ dataDir: join(dataDir, 'nowhere') })
    expect(await nowhere.sweepTemp(0)).toBe(0)
  })
})

describe('a file on disk', () => {
  it('is read unchanged, whole and in part', async () => {
    const bytes = randomBytes(200_000)
    const id = await store(bytes)
    expect((await bytesOf(await files.read(id))).equals(bytes)).toBe(true)
    for (const [start, end] of [
      [0, 0],
      [0, 65_535],
      [65_536, 65_536],
      [199_999, 199_999],
      [100, 150_000],
      [199_000, 999_999],
    ] as const) {
      // oxlint-disable-next-line no-await-in-loop
      const part = await bytesOf(await files.read(id, { start, end }))
      expect(part.equals(bytes.subarray(start, end + 1)), `${start}-${end}`).toBe(true)
    }
  })

  it('is readable by the server only', async () => {
    const id = await store(randomBytes(10))
    const folder = join(dataDir, 'files', id.slice(0, 2))
    expect((await stat(join(folder, id))).mode & 0o777).toBe(0o600)
    expect((await stat(folder)).mode & 0o777).toBe(0o700)
  })

  it('is a separate blob even with equal bytes', async () => {
    const bytes = randomBytes(10)
    const [one, two] = [await store(bytes), await store(bytes)]
    await files.remove([one])
    await expect(files.read(one)).rejects.toBeInstanceOf(FileMissing)
    expect((await bytesOf(await files.read(two))).equals(bytes)).toBe(true)
    await files.remove([one, two, newBlobId('0'.repeat(64))])
  })

  it('is read to its end although it is removed during the read', async () => {
    const bytes = randomBytes(500_000)
    const id = await store(bytes)
    const [first, rest] = (await files.read(id)).tee()
    await first.getReader().read()
    await files.remove([id])
    expect((await bytesOf(rest)).equals(bytes)).toBe(true)
  })

  it('is closed after reading and after cancelling', async () => {
    const id = await store(randomBytes(500_000))
    const before = countOpen()
    const reader = (await files.read(id)).getReader()
    await reader.read()
    expect(countOpen()).toBe(before + 1)
    await reader.cancel()
    await bytesOf(await files.read(id))
    expect(countOpen()).toBe(before)
  })

  it('is named by its id: any other name is refused', async () => {
    for (const id of [
      '../../etc/passwd',
      '',
      `${'a'.repeat(64)}-${'g'.repeat(16)}`,
      `${newBlobId('a'.repeat(64))}/x`,
    ]) {
      // oxlint-disable no-await-in-loop
      await expect(files.read(id)).rejects.toThrow(TypeError)
      await expect(files.put(id, '/tmp/x')).rejects.toThrow(TypeError)
      await expect(files.remove([id])).rejects.toThrow(TypeError)
      // oxlint-enable no-await-in-loop
    }
    await expect(files.discard('/etc/passwd')).rejects.toThrow(TypeError)
    await expect(files.discard(join(dataDir, 'files/tmp/../x'))).rejects.toThrow(TypeError)
  })
})
