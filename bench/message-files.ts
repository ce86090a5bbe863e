// Files of messages: the server's memory while a film of 50 MB is taken and cleaned, and twenty people who send a film at once.
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { childrenOf, commandOf } from './cpu.ts'
import { median, spread, type Figure } from './figures.ts'
import { forgetPeak, statusOf } from './memory.ts'
import { startServer } from './processes.ts'

const megabyte = 1_048_576
const rounds = 5
const crowd = 20
/** Growth of the server's resident memory, in MB. */
const target = 30

type Site = { url: string; anonKey: string; service: SupabaseClient; pid: number }

export async function measureMessageFiles(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'emote-bench-'))
  await chmod(folder, 0o755)
  const server = await startServer(
    process.execPath,
    ['src/server/main.ts'],
    { DATA_DIR: join(folder, 'data'), DATABASE_URL: '', S3_ENDPOINT: '', AUTH_LIMITS: 'relaxed' },
    /Emote is ready/,
  )
  try {
    const secrets = JSON.parse(await readFile(join(folder, 'data/secrets.json'), 'utf8')) as Record<
      'anonKey' | 'serviceKey',
      string
    >
    const url = `http://127.0.0.1:${server.port}`
    const config = (await (await fetch(`${url}/config.json`)).json()) as { anonKey: string }
    const site = { url, anonKey: config.anonKey, service: clientOf(url, secrets.serviceKey), pid: server.pid }
    return [...(await measureOne(site)), ...(await measureCrowd(site))]
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

const clientOf = (url: string, key: string) =>
  createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } })

async function signUp(site: Site, name: string): Promise<SupabaseClient> {
  const client = clientOf(site.url, site.anonKey)
  const email = `${name}@example.test`
  const { data, error } = await client.auth.signUp({ email, password: `lihim-ni-${name}-7` })
  if (error || !data.user) throw error ?? new Error('The sign-up has no user')
  const { id } = data.user
  await client
    .from('user_profiles')
    .upsert({ id, email, codename: `Tahimik ${name}` })
    .throwOnError()
  const premium = { is_premium: true, premium_until: new Date(Date.now() + 86_400_000).toISOString() }
  await site.service.from('user_profiles').update(premium).eq('id', id).throwOnError()
  return client
}

/** Sends a film as the specification's client does. Throws unless it was taken. */
async function upload(client: SupabaseClient, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const form = new FormData()
  form.append('file', new Blob([bytes], { type: 'video/mp4' }), 'VID_2026.mp4')
  const { data, error } = await client.functions.invoke('upload-chat-file', { body: form })
  if (error) throw error
  if (data?.upload?.type !== 'video') throw new Error('The film did not arrive as a film')
}

async function measureOne(site: Site): Promise<Figure[]> {
  const person = await signUp(site, 'isa')
  const bytes = film(50 * megabyte - 1_024)
  // Loads the code, so that it does not count.
  await upload(person, film(megabyte))
  const [grown, times]: [number[], number[]] = [[], []]
  let cleaning = 0
  for (let round = 0; round < rounds; round++) {
    // oxlint-disable no-await-in-loop -- one film at a time
    await wait(1_000)
    forgetPeak(site.pid)
    const before = statusOf(site.pid, 'VmRSS')
    const started = performance.now()
    await upload(person, bytes)
    times.push((performance.now() - started) / 1_000)
    grown.push(statusOf(site.pid, 'VmHWM') - before)
    cleaning = Math.max(cleaning, ...workersOf(site).map((pid) => statusOf(pid, 'VmHWM')))
    // oxlint-enable no-await-in-loop
  }
  return [
    {
      name: 'A 50 MB film for a message: resident memory of the server grows by',
      measured: `${spread(grown, 1)} MB`,
      target: `< ${target} MB`,
      holds: Math.max(...grown) < target,
    },
    {
      name: 'The same: time; peak of the cleaning process',
      measured: `${median(times).toFixed(2)} s; ${cleaning.toFixed(0)} MB`,
    },
  ]
}

async function measureCrowd(site: Site): Promise<Figure[]> {
  const people = await Promise.all(Array.from({ length: crowd }, (_, at) => signUp(site, `tao${at}`)))
  const bytes = film(5 * megabyte - 1_024)
  await wait(1_000)
  forgetPeak(site.pid)
  const before = statusOf(site.pid, 'VmRSS')
  const started = performance.now()
  const answers = await Promise.allSettled(people.map((person) => upload(person, bytes)))
  const seconds = (performance.now() - started) / 1_000
  const taken = answers.filter(({ status }) => status === 'fulfilled').length
  const workers = workersOf(site).length
  return [
    {
      name: `${crowd} people send a film of 5 MB at once: taken; cleaning processes`,
      measured: `${taken}; ${workers}`,
      target: `${crowd}; at most 2`,
      holds: taken === crowd && workers <= 2,
    },
    {
      name: 'The same: time until the last answer; growth of the server',
      measured: `${seconds.toFixed(2)} s; ${(statusOf(site.pid, 'VmHWM') - before).toFixed(1)} MB`,
    },
  ]
}

const workersOf = (site: Site) =>
  childrenOf(site.pid).filter((pid) => commandOf(pid).includes('cleaning/worker'))

const u32 = (...values: number[]) => {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [at, value] of values.entries()) bytes.writeUInt32BE(value, at * 4)
  return bytes
}
const box = (type: string, ...parts: Uint8Array[]) => {
  const body = Buffer.concat(parts)
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, 'latin1'), body])
}

/** An MP4 of one sample of noise, with a place in `udta`. */
function film(size: number): Uint8Array<ArrayBuffer> {
  const ftyp = box('ftyp', Buffer.from('mp42\0\0\0\0mp42isom', 'latin1'))
  const start = ftyp.length + 8
  const stbl = box(
    'stbl',
    box('stsd', u32(0, 1), box('avc1', Buffer.alloc(78))),
    box('stts', u32(0, 1, 1, 1)),
    box('stsc', u32(0, 1, 1, 1, 1)),
    box('stsz', u32(0, size, 1)),
    box('stco', u32(0, 1, start)),
  )
  const dinf = box('dinf', box('dref', u32(0, 1), box('url ', u32(1))))
  const minf = box('minf', box('vmhd', Buffer.alloc(12)), dinf, stbl)
  const hdlr = box('hdlr', u32(0, 0), Buffer.from('vide', 'latin1'), Buffer.alloc(13))
  const mdia = box('mdia', box('mdhd', Buffer.alloc(24)), hdlr, minf)
  const tkhd = box('tkhd', u32(0, 0, 0, 1), Buffer.alloc(60), u32(640 << 16, 360 << 16))
  const place = box('udta', box('©xyz', Buffer.from('+14.5995+120.9842/', 'latin1')))
  const moov = box('moov', box('mvhd', Buffer.alloc(100)), box('trak', tkhd, mdia), place)
  return new Uint8Array(Buffer.concat([ftyp, box('mdat', randomBytes(size)), moov]))
}
