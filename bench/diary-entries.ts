// The entries of Mina's long diary, written straight into the database.
import { limits } from '../src/shared/limits.ts'
import { moods } from '../src/shared/moods.ts'
import type { Lock } from '../src/web/domain/device/kept.ts'
import { createLock } from '../src/web/domain/diary/keys.ts'
import { seal } from '../src/web/domain/diary/vault.ts'
import { asOwner, type BenchPostgres } from './postgres.ts'

export const count = 10_000
export const passphrase = 'tahimik na gabi sa tabi ng ilog'

const sentences = [
  'Pagod na ako, pero bukas ulit.',
  'Hindi ko alam kung paano sisimulan, basta mabigat.',
  'Umulan, nagkape, natulog. Ganito lang pala ang pahinga.',
  'I miss the old us, yung hindi pa kailangang mag-explain.',
  'Seen lang ulit. Okay.',
  'Siya pa rin ang hinahanap ko sa bawat kanta, kahit alam kong tapos na, kahit may iba na.',
  'Tahimik ang bahay. First time in months na nakatulog ako nang maaga. 💛',
]

export type Written = { id: string; mood: string; content: string; created_at: string }

/** Realistic lengths: most entries have a few lines, some a page, one in five hundred the longest allowed; over eight years. */
export function write(number: number): Written {
  const kind = (number * 7919) % 500
  const length = kind === 0 ? limits.diary : kind < 50 ? 1_500 + kind * 20 : 60 + ((number * 131) % 640)
  let content = `${number}.`
  for (let at = number; content.length < length; at += 3) content += ` ${sentences[at % sentences.length]}`
  const hours = number * 7
  return {
    id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
    mood: moods[(number * 31) % 5]?.value ?? 'Calm',
    content: content.slice(0, limits.diary),
    created_at: new Date(Date.now() - hours * 3_600_000).toISOString(),
  }
}

const mina = `(select id from auth.users where email = 'mina@example.test')`

/** The counting triggers would update one row for each entry. The numbers are set directly instead. */
export function keep(postgres: BenchPostgres, entries: readonly Written[]): Promise<void> {
  return asOwner(postgres, 'emote', async (client) => {
    await client.query('set session_replication_role = replica')
    await client.query(
      `insert into public.diary_posts (id, user_id, mood, content, created_at, rev)
       select id, ${mina}, mood, content, created_at, row_number() over (order by created_at)
       from jsonb_to_recordset($1) as r(id uuid, mood app.mood, content text, created_at timestamptz)`,
      [JSON.stringify(entries)],
    )
    await client.query(
      `insert into public.diary_heads (id, rev, entries) values (${mina}, ${count}, ${count})`,
    )
    await client.query('vacuum analyze public.diary_posts')
  })
}

/** A handful of devices seals every entry. */
export async function lockAll(postgres: BenchPostgres, entries: readonly Written[]): Promise<void> {
  const { lock } = await createLock(passphrase)
  const sealed = await Promise.all(entries.map((entry) => sealOne(lock, entry)))
  await asOwner(postgres, 'emote', async (client) => {
    const { id, public_key, by_passphrase, by_recovery } = lock
    await client.query(
      `insert into public.diary_locks (id, user_id, public_key, by_passphrase, by_recovery)
       values ($1, ${mina}, $2, $3, $4)`,
      [id, public_key, by_passphrase, by_recovery],
    )
    await client.query('set session_replication_role = replica')
    await client.query(
      `update public.diary_posts as d
       set sealed = r.sealed, lock_id = $2, mood = null, content = '', template_url = null, rev = rev + $3
       from jsonb_to_recordset($1) as r(id uuid, sealed text) where d.id = r.id`,
      [JSON.stringify(sealed), id, count],
    )
    await client.query('update public.diary_heads set rev = rev + $1', [count])
    await client.query('vacuum analyze public.diary_posts')
  })
}

const sealOne = async (lock: Lock, { id, mood, content }: Written) => {
  const value = moods.find((each) => each.value === mood)?.value ?? 'Calm'
  return { id, sealed: await seal(lock, id, { mood: value, content, template_url: null }) }
}
