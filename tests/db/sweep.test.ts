import { fork } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { makeKeys } from '../../src/server/http/keys.ts'
import { sweepFiles } from '../../src/server/jobs/sweep.ts'
import { createFiles, newBlobId, type Files } from '../../src/server/providers/files/index.ts'
import { createCleaner } from '../../src/server/cleaning/cleaner.ts'
import { storageGateway } from '../../src/server/storage/index.ts'
import type { Order } from '../support/crashing-node.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'
import { startS3, type S3Server } from '../support/s3.ts'

type Home = { options: Parameters<typeof createFiles>[0]; files: Files; ids: () => Promise<string[]> }

let test: TestDatabase
let s3: S3Server
let folder: string
const homes: Record<string, Home> = {}
beforeAll(async () => {
  test = await createDatabase()
  s3 = await startS3()
  folder = await mkdtemp(join(tmpdir(), 'emote-sweep-'))
  const onDisk = { dataDir: join(folder, 'disk') }
  const inS3 = { dataDir: join(folder, 's3'), s3: s3.access }
  homes['disk'] = { options: onDisk, files: createFiles(onDisk), ids: () => idsUnder(onDisk.dataDir) }
  homes['S3'] = { options: inS3, files: createFiles(inS3), ids: () => s3.ids() }
})
afterAll(async () => {
  await test.drop()
  await s3.stop()
  await rm(folder, { recursive: true, force: true })
})
afterEach(async () => {
  await test.owner.query('delete from storage.objects; delete from storage.blobs')
  await Promise.all(Object.values(homes).map(async ({ files, ids }) => files.remove(await ids())))
})

const home = (name: string) => homes[name] ?? raise(`No home ${name}`)
const hour = 3_600_000
const later = (ms: number) => new Date(Date.now() + ms)

function raise(message: string): never {
  throw new Error(message)
}

async function idsUnder(dataDir: string): Promise<string[]> {
  const names = await readdir(join(dataDir, 'files'), { recursive: true })
  return names.map((name) => name.split('/').at(-1) ?? '').filter((name) => /^[0-9a-f]{64}-/.test(name))
}

async function rows<Row extends object>(text: string): Promise<Row[]> {
  return (await test.owner.query<Row>(text)).rows
}
const blobs = async () => (await rows<{ id: string }>('select id from storage.blobs')).map(({ id }) => id)

/** Runs a node as a process until it dies or reports its result. `heard` gets its messages. */
async function runNode(order: Omit<Order, 'login' | 'at' | 'prefix'> & Partial<Order>, killAfter = Infinity) {
  const child = fork(fileURLToPath(new URL('../support/crashing-node.ts', import.meta.url)), { execArgv: [] })
  const said: unknown[] = []
  child.on('message', (message) => {
    said.push(message)
    if (order.work === 'sweep') child.disconnect()
    else if (said.length >= killAfter) child.kill('SIGKILL')
  })
  const prefix = randomBytes(4).toString('hex')
  const login = { ...test.login, user: 'authenticator', application_name: prefix }
  child.send({ login, at: Date.now(), prefix, ...order })
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  // The database may still commit a dead node's last row.
  await expect
    .poll(() => rows(`select from pg_stat_activity where application_name = '${prefix}'`))
    .toEqual([])
  return { said, code, signal }
}

/** After a sweep the blobs and the rows that name them match, and every blob is whole. */
async function expectSound({ files, ids, options }: Home): Promise<void> {
  const temporary = join(options.dataDir, 'files/tmp')
  const old = new Date(Date.now() - 2 * hour)
  const left = (await readdir(temporary)).map((name) => utimes(join(temporary, name), old, old))
  await Promise.all(left)
  await sweepFiles({ db: test.db, files }, later(2 * hour))
  expect(await readdir(temporary)).toEqual([])
  const named = await rows<{ blob_id: string; size: number }>(
    `select blob_id, (metadata->>'size')::int as size from storage.objects`,
  )
  const kept = named.map(({ blob_id: id }) => id).toSorted()
  expect((await blobs()).toSorted()).toEqual(kept)
  expect((await ids()).toSorted()).toEqual(kept)
  for (const { blob_id: id, size } of named) {
    // oxlint-disable-next-line no-await-in-loop
    const bytes = Buffer.from(await new Response(await files.read(id)).arrayBuffer())
    expect(bytes.length).toBe(size)
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(id.slice(0, 64))
  }
}

describe.each(['disk', 'S3'])('a node that dies with files on %s', (name) => {
  it.each(['spooled', 'row of the bytes', 'bytes', 'row of the file'] as const)(
    'leaves nothing but whole files after the step "%s"',
    async (dieAt) => {
      const { signal } = await runNode({ work: 'upload', files: home(name).options, dieAt })
      expect(signal).toBe('SIGKILL')
      await expectSound(home(name))
    },
  )

  it('keeps every acknowledged file and nothing else, whatever the moment', { timeout: 60_000 }, async () => {
    for (const answered of [1, 4, 9, 17, 30]) {
      // oxlint-disable no-await-in-loop
      const { said } = await runNode({ work: 'upload', files: home(name).options }, answered)
      const found = await rows<{ name: string }>('select name from storage.objects')
      const names = new Set(found.map((row) => row.name))
      expect(said.filter((one) => !names.has(String(one)))).toEqual([])
      await expectSound(home(name))
      // oxlint-enable no-await-in-loop
    }
  })

  it.each(['condemned', 'deleted'] as const)(
    'leaves its sweep after "%s" to the next node, which ends it',
    async (dieAt) => {
      const { files, options, ids } = home(name)
      await abandon(files, 5)
      const at = Date.now() + 2 * hour
      expect((await runNode({ work: 'sweep', files: options, dieAt, at })).signal).toBe('SIGKILL')
      expect(await blobs()).toHaveLength(5)
      expect(await sweepFiles({ db: test.db, files }, new Date(at + 60_000))).toBe(0)
      expect(await sweepFiles({ db: test.db, files }, new Date(at + 11 * 60_000))).toBe(5)
      expect([await blobs(), await ids()]).toEqual([[], []])
    },
  )
})

/** Bytes and rows without an object, as an interrupted upload leaves them. */
async function abandon(files: Files, count: number): Promise<string[]> {
  const made = Array.from({ length: count }, async () => {
    const file = await files.spool(new Blob([randomBytes(20)]).stream(), 20)
    const id = newBlobId(file.sha256)
    await test.db.asService((tx) =>
      tx.last({ text: 'insert into storage.blobs (id, size) values ($1, 20)', values: [id] }),
    )
    await files.put(id, file.path)
    return id
  })
  return Promise.all(made)
}

function nameIt(blobId: string): Promise<unknown> {
  return test.db.asService((tx) =>
    tx.last({
      text: `insert into storage.objects (bucket_id, name, blob_id, metadata) values ('chat-files', $1, $1, '{"size": 20}')`,
      values: [blobId],
    }),
  )
}

describe('the sweep', () => {
  it('keeps an unfinished upload for an hour, and named bytes for ever', async () => {
    const { files } = home('disk')
    const [kept = '', left = ''] = await abandon(files, 2)
    await nameIt(kept)
    expect(await sweepFiles({ db: test.db, files }, later(hour - 60_000))).toBe(0)
    expect(await sweepFiles({ db: test.db, files }, later(hour + 60_000))).toBe(1)
    expect(await blobs()).toEqual([kept])
    await expect(nameIt(left)).rejects.toMatchObject({ code: '23503' })
    await test.owner.query('delete from storage.objects')
    expect(await sweepFiles({ db: test.db, files }, later(60_000))).toBe(1)
    expect(await home('disk').ids()).toEqual([])
  })

  it('takes more than one batch, and several nodes share the work', { timeout: 60_000 }, async () => {
    const { files, options } = home('disk')
    await abandon(files, 600)
    const at = Date.now() + 2 * hour
    const here = [1, 2, 3].map(() => sweepFiles({ db: test.db, files }, new Date(at)))
    const there = runNode({ work: 'sweep', files: options, at }).then(({ said }) => Number(said[0]))
    const swept = await Promise.all([...here, there])
    expect(swept.reduce((sum, count) => sum + count, 0)).toBe(600)
    expect([await blobs(), await home('disk').ids()]).toEqual([[], []])
  })

  it('and an upload of the same bytes never both win', { timeout: 60_000 }, async () => {
    const { files } = home('disk')
    for (let round = 0; round < 10; round++) {
      // oxlint-disable no-await-in-loop
      const ids = await abandon(files, 20)
      const naming = ids.map((id) =>
        nameIt(id).then(
          () => id,
          () => undefined,
        ),
      )
      const sweeps = [1, 2].map(() => sweepFiles({ db: test.db, files }, later(2 * hour)))
      await Promise.all([...naming, ...sweeps])
      const named = (await rows<{ blob_id: string }>('select blob_id from storage.objects')).map(
        (row) => row.blob_id,
      )
      expect((await home('disk').ids()).toSorted()).toEqual(named.toSorted())
      expect((await blobs()).toSorted()).toEqual(named.toSorted())
      // oxlint-enable no-await-in-loop
    }
  })

  it('removes the late bytes of a node that was paused for longer than its upload lasts', async () => {
    const { files, ids } = home('disk')
    const late: Files = {
      ...files,
      async put(...args) {
        expect(await sweepFiles({ db: test.db, files }, later(2 * hour))).toBe(1)
        await files.put(...args)
      },
    }
    const cleaner = createCleaner({ log: () => {} })
    const answer = storageGateway({
      db: test.db,
      keys: await makeKeys(),
      files: late,
      cleaner,
      log: () => {},
      limits: 'relaxed',
    })
    const upload = { method: 'POST', body: 'liham', headers: { 'content-type': 'text/plain' } }
    const request = new Request('http://emote.test/storage/v1/object/chat-files/liham.txt', upload)
    expect((await answer(request, { role: 'service_role' }, '127.0.0.1')).ok).toBe(false)
    expect([await blobs(), await ids()]).toEqual([[], []])
  })

  it('keeps its rows while the store is down', { timeout: 60_000 }, async () => {
    const { files } = home('S3')
    await abandon(files, 3)
    await s3.down()
    await expect(sweepFiles({ db: test.db, files }, later(2 * hour))).rejects.toThrow('cannot be reached')
    expect(await blobs()).toHaveLength(3)
    await s3.up()
    expect(await sweepFiles({ db: test.db, files }, later(2 * hour + 11 * 60_000))).toBe(3)
    expect([await blobs(), await s3.ids()]).toEqual([[], []])
  })
})
