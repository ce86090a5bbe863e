import type { Claims, Db } from '../../db/door.ts'
import { FileMissing } from '../../providers/files/errors.ts'
import type { Files } from '../../providers/files/index.ts'
import { streamOf, type Entry } from './archive.ts'
import { writePage, type TakenFile } from './page.ts'
import { diary, diaryLock, parts, profile as profilePart, type Part } from './parts.ts'
import { pagesOf, type Item } from './reading.ts'

type Source = { db: Db; claims: Claims; files: Pick<Files, 'read'>; opener: string; now: Date }
type StoredFile = TakenFile & { blob: string }

const usualMost = 1_000

/** The files of the archive: the page to read first, then the rows as JSON, then the person's own files. */
export async function* entriesOf({ db, claims, files, opener, now }: Source): AsyncGenerator<Entry> {
  const pages = (part: Part) => pagesOf(db, claims, part.read, part.most ?? usualMost)
  const one = async (part: Part) => (await pages(part).next()).value?.[0]
  const profile = await one(profilePart)
  const lock = await one(diaryLock)
  const stored = await readFiles(db, claims)
  const subject = { account: await readAccount(db, claims), profile, lock, files: stored, now }
  yield { name: 'emote.html', bytes: streamOf(writePage(subject, parts, diary, pages, opener)) }
  yield {
    name: 'data/account.json',
    bytes: ReadableStream.from([Buffer.from(JSON.stringify(subject.account, null, 1))]),
  }
  for (const part of [profilePart, ...parts, diaryLock])
    yield { name: `data/${part.file}.json`, bytes: streamOf(jsonOf(pages(part))) }
  yield { name: 'data/diary.json', bytes: streamOf(diaryJson(pages(diary), now)) }
  for (const { path, blob } of stored) {
    const bytes = await readBytes(files, blob)
    if (bytes) yield { name: path, bytes }
  }
}

/** The service reads it: no person has a right to a table of accounts. */
const account = `select to_jsonb(a) as item from (
  select u.id, u.email, u.email_confirmed_at, u.new_email, u.phone, u.phone_confirmed_at, u.new_phone, u.is_anonymous, u.created_at, u.last_sign_in_at, u.user_metadata, (
    select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'device', s.device, 'created_at', s.created_at, 'expires_at', s.expires_at)), '[]')
      from auth.sessions as s where s.user_id = u.id) as sessions, (
    select coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.friendly_name, 'created_at', p.created_at, 'last_used_at', p.last_used_at)), '[]')
      from auth.passkeys as p where p.user_id = u.id) as passkeys, (
    select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'type', f.factor_type, 'name', f.friendly_name, 'status', f.status, 'phone', f.phone,
      'created_at', f.created_at)), '[]') from auth.mfa_factors as f where f.user_id = u.id) as second_steps, (
    select coalesce(jsonb_agg(jsonb_build_object('provider', i.provider, 'data', i.identity_data, 'created_at', i.created_at,
      'last_sign_in_at', i.last_sign_in_at)), '[]') from auth.identities as i where i.user_id = u.id) as identities
    from auth.users as u where u.id = $1) as a`

async function readAccount(db: Db, { sub }: Claims): Promise<Item> {
  const statement = { text: account, values: [sub] }
  const { rows } = await db.asService((tx) => tx.last<{ item: Item }>(statement), { readOnly: true })
  return rows[0]?.item ?? {}
}

type FileRow = {
  item: { bucket: string; key: string; name: string | null; blob: string; mime: string | null }
}

async function readFiles(db: Db, claims: Claims): Promise<StoredFile[]> {
  const statement = { text: 'select item from app.taken_files() as item' }
  const { rows } = await db.as(claims, (tx) => tx.last<FileRow>(statement), { readOnly: true })
  return rows.map(({ item: { bucket, key, name, blob, mime } }, at) => {
    const shown = name ?? key.slice(key.lastIndexOf('/') + 1)
    // A name from outside must not lead out of the folder.
    const safe = shown.replaceAll(/[^\p{L}\p{N} ._()-]/gu, '_').slice(-120)
    return {
      path: `files/${bucket}/${at + 1}-${safe}`,
      name: shown,
      blob,
      isPicture: mime?.startsWith('image/') === true,
    }
  })
}

/** Undefined when the file has ended meanwhile. */
async function readBytes(files: Pick<Files, 'read'>, blob: string): Promise<Entry['bytes'] | undefined> {
  try {
    return await files.read(blob)
  } catch (error) {
    if (error instanceof FileMissing) return undefined
    throw error
  }
}

async function* jsonOf(pages: AsyncIterable<Item[]>): AsyncGenerator<string> {
  let between = '[\n'
  for await (const items of pages) {
    yield between + items.map((item) => JSON.stringify(item)).join(',\n')
    between = ',\n'
  }
  yield between === '[\n' ? '[]\n' : '\n]\n'
}

/** The form that the diary page restores. Sealed entries keep their seal. */
async function* diaryJson(pages: AsyncIterable<Item[]>, now: Date): AsyncGenerator<string> {
  yield `{"format": "emote-diary", "version": 1, "exported_at": "${now.toISOString()}", "entries": `
  yield* jsonOf(pages)
  yield '}\n'
}
