// The memory of the server while a file of 50 MB goes in and out, and of the cleaning process for a phone's photograph.
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createClient } from '@supabase/supabase-js'
import sharp from 'sharp'
import { childrenOf, commandOf } from './cpu.ts'
import { median, spread, type Figure } from './figures.ts'
import { forgetPeak, statusOf } from './memory.ts'
import { startServer } from './processes.ts'

const fileBytes = 50 * 1024 * 1024
const rounds = 5
const settleMilliseconds = 3_000
const target = 30

type Site = { url: string; key: string; pid: number }

export async function measureUpload(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'emote-bench-'))
  await chmod(folder, 0o755)
  const dataDir = join(folder, 'data')
  const server = await startServer(
    process.execPath,
    ['src/server/main.ts'],
    { DATA_DIR: dataDir, DATABASE_URL: '', S3_ENDPOINT: '' },
    /Emote is ready/,
  )
  try {
    const secrets = JSON.parse(await readFile(join(dataDir, 'secrets.json'), 'utf8')) as {
      serviceKey: string
    }
    const site = { url: `http://127.0.0.1:${server.port}`, key: secrets.serviceKey, pid: server.pid }
    // Warms the gateway up, so that loading its code does not count.
    await uploadRaw(site, 'first.mp4', film(1_000))
    await wait(settleMilliseconds)
    const [raw, client] = [await measureEach(site, uploadRaw), await measureEach(site, uploadByClient)]
    const reading = await measureEach(site, (_, name) => read(site, name))
    return [
      within(growth('A 50 MB film by fetch', raw), raw),
      within(growth('A 50 MB film by storage-js', client), client),
      within(growth('A 50 MB film read', reading), reading),
      await measurePhotograph(site),
    ]
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

function growth(name: string, grown: number[]): Figure {
  return { name: `${name}: resident memory grows by`, measured: `${spread(grown, 1)} MB` }
}

function within(figure: Figure, grown: number[]): Figure {
  return { ...figure, target: `< ${target} MB`, holds: Math.max(...grown) < target }
}

type Send = (site: Site, name: string, bytes: Uint8Array<ArrayBuffer>) => Promise<void>

/** The peak of each round above the server's memory before it. */
async function measureEach(site: Site, send: Send): Promise<number[]> {
  const bytes = film(fileBytes)
  const grown: number[] = []
  for (let round = 0; round < rounds; round++) {
    // oxlint-disable no-await-in-loop -- one file at a time
    await wait(settleMilliseconds / 3)
    forgetPeak(site.pid)
    const before = statusOf(site.pid, 'VmRSS')
    await send(site, 'film.mp4', bytes)
    grown.push(statusOf(site.pid, 'VmHWM') - before)
    // oxlint-enable no-await-in-loop
  }
  return grown
}

const headersOf = ({ key }: Site) => ({ apikey: key, authorization: `Bearer ${key}`, 'x-upsert': 'true' })

async function uploadRaw(site: Site, name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const response = await fetch(`${site.url}/storage/v1/object/chat-files/${name}`, {
    method: 'POST',
    headers: { ...headersOf(site), 'content-type': 'video/mp4' },
    body: bytes,
  })
  if (!response.ok) throw new Error(`The upload was refused: ${await response.text()}`)
}

async function uploadByClient(
  { url, key }: Site,
  name: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<void> {
  const client = createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } })
  const blob = new Blob([bytes], { type: 'video/mp4' })
  const { error } = await client.storage.from('chat-files').upload(name, blob, { upsert: true })
  if (error) throw error
}

async function read(site: Site, name: string): Promise<void> {
  const response = await fetch(`${site.url}/storage/v1/object/chat-files/${name}`, {
    headers: headersOf(site),
  })
  let bytes = 0
  for await (const chunk of response.body ?? []) bytes += chunk.byteLength
  if (bytes !== fileBytes) throw new Error(`${bytes} bytes came back`)
}

/** A photograph of 12 megapixels through the cleaning process. The figure is the process's peak memory. */
async function measurePhotograph(site: Site): Promise<Figure> {
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const
  const photograph = await sharp({
    create: { width: 4_000, height: 3_000, channels: 3, background: '#888', noise },
  })
    .jpeg({ quality: 85 })
    .toBuffer()
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const started = performance.now()
    // oxlint-disable-next-line no-await-in-loop -- one at a time
    await uploadRaw(site, 'photograph.jpg', new Uint8Array(photograph))
    times.push(performance.now() - started)
  }
  const worker = childrenOf(site.pid).find((pid) => commandOf(pid).includes('cleaning/worker'))
  const peak = worker ? `${statusOf(worker, 'VmHWM').toFixed(0)} MB` : 'gone again'
  return {
    name: 'A photograph of 12 megapixels, written anew: time; peak of the cleaning process',
    measured: `${(median(times) / 1_000).toFixed(2)} s; ${peak}`,
  }
}

/** A false film: the first box says MP4, and the rest is noise. */
function film(size: number): Uint8Array<ArrayBuffer> {
  const bytes = randomBytes(size)
  bytes.write('\0\0\0\u0018ftypmp42\0\0\0\0mp42isom', 0, 'latin1')
  bytes.writeUInt32BE(size - 24, 24)
  bytes.write('mdat', 28, 'latin1')
  return bytes
}
