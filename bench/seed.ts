// Fills a database with posts, authors, reactions and comments: node bench/seed.ts [posts] [mood …] in DATABASE_URL (the owner's login),
// else in the embedded database of DATA_DIR (./data), which no server may be using.
import { resolve } from 'node:path'
import { Client, type ClientConfig } from 'pg'
import { startEmbedded } from '../src/server/db/embedded.ts'
import { migrate } from '../src/server/db/migrate.ts'
import { moods } from '../src/shared/moods.ts'

export type SeedOptions = {
  posts: number
  authors?: number
  /** Stored names of the walls that get posts. Default: all five. */
  moods?: readonly string[]
}

const phrases = [
  'Pagod na ako, pero bukas ulit.',
  'Hindi ko alam kung paano sisimulan, basta mabigat.',
  'Sana okay ka lang kung nasaan ka man.',
  'Ang saya ng araw na ’to, walang special na nangyari pero ang gaan.',
  'I miss the old us, yung hindi pa kailangang mag-explain.',
  'Nakapasa ako! Tatlong taon kong hinintay.',
  'Bakit ba ang hirap magsabi ng sorry sa taong mahal mo?',
  'Tahimik ang bahay. First time in months na nakatulog ako nang maaga.',
  'Galit ako sa sarili ko kasi alam kong kaya ko naman.',
  'Salamat sa nag-iwan ng payong sa jeep, kung sino ka man.',
  'Seen lang ulit. Okay.',
  'Ma, kumain na po ako. Promise.',
  'Parang lahat sila may direksyon, ako naglalakad lang.',
  'Umulan, nagkape, natulog. Ganito lang pala ang pahinga.',
  'Siya pa rin ang hinahanap ko sa bawat kanta, kahit alam kong tapos na, kahit may iba na.',
  'Hinga muna.',
]

const emoji = ['👍', '❤️', '😂', '😮', '😢', '😡']

// A post's number decides all its figures, so two seeds of one size give the same database.
const hash = (salt: string) => `abs(hashint8((${salt})::int8)::int8)`
const pick = (what: string, salt: string, list: number) =>
  `(${what})[1 + ${hash(salt)} % array_length($${list}::text[], 1)]`
const chance = (salt: string, of: number) => `${hash(salt)} % ${of}`
const personOf = (salt: string, authors: string) => `md5('author ' || (${salt}) % ${authors})::uuid`

/** Most codenames are a mood, a word and a number, as the app proposes. Every seventh is invented. */
const codenameOf = (n: string) => `case when (${n}) % 7 = 0
  then initcap(translate(left(md5('name ' || (${n})), 9), '0123456789', 'aeiounlrst'))
  else left(concat_ws(' ', ('{Sad,Bitaw,Hugot,Emo,Kalma,Feeling,Tambay,Clingy,Masayang,Tahimik,Malambing}'::text[])[1 + (${n}) % 11],
    ('{Queen,Barako,Tita,Bro,Lang,Expert,Ninja,Ko,Mo,Bundok,Bituin}'::text[])[1 + (${n}) / 11 % 11], ${n}), 20) end`

// On average five reactions and one comment a post: most have few, some hundreds, two in ten thousand have thousands.
const reactionsOf = (i: string, authors: string) => `least(${authors}, case
  when ${chance(`${i} + 11`, 10_000)} < 2 then 2000 + ${chance(`${i} + 15`, 3_000)}
  when ${chance(`${i} + 11`, 10_000)} < 100 then 50 + ${chance(`${i} + 15`, 100)}
  when ${chance(`${i} + 11`, 10_000)} < 2000 then 5 + ${chance(`${i} + 15`, 10)}
  else ${chance(`${i} + 15`, 5)} end)`
const commentsOf = (i: string) => `case
  when ${chance(`${i} + 13`, 1_000)} < 1 then 100 + ${chance(`${i} + 19`, 200)}
  when ${chance(`${i} + 13`, 1_000)} < 50 then 2 + ${chance(`${i} + 19`, 8)}
  when ${chance(`${i} + 13`, 1_000)} < 410 then 1 + ${chance(`${i} + 19`, 2)}
  else 0 end`
/** Each post has four kinds. Four of ten reactions have the first kind. */
const emojiOf = (i: string, k: string, list: number) =>
  `($${list}::text[])[1 + (${chance(i, 6)} + ('{0,0,0,0,1,1,1,2,2,3}'::int[])[1 + ${k} % 10]) % 6]`

/** Seeds an empty, migrated database and returns the seconds it took. The login must be allowed to switch triggers off (a superuser). */
export async function seed(login: ClientConfig, options: SeedOptions): Promise<number> {
  const { posts, authors = 5_000, moods: walls = moods.map(({ value }) => value) } = options
  const started = performance.now()
  const client = new Client(login)
  await client.connect()
  try {
    const { rowCount } = await client.query('select from public.public_posts limit 1')
    if (rowCount) throw new Error('The database already holds posts: seed an empty one')
    await client.query('begin')
    // Counting triggers would update the post for each reaction. The counts are computed instead.
    await client.query('set local session_replication_role = replica')
    await seedAuthors(client, authors)
    await seedPosts(client, posts, authors, walls)
    await seedReplies(client, posts, authors)
    await client.query('commit')
    await client.query('vacuum analyze')
    await client.query('checkpoint')
  } finally {
    await client.end()
  }
  return (performance.now() - started) / 1_000
}

async function seedAuthors(client: Client, authors: number): Promise<void> {
  await client.query(
    `insert into auth.users (id, email, created_at)
     select ${personOf('i', '$1')}, 'author-' || i || '@example.test', now() - interval '500 days'
     from generate_series(0, $1::int - 1) as i`,
    [authors],
  )
  await client.query(
    `insert into public.user_profiles (id, email, codename, is_premium, premium_until)
     select ${personOf('i', '$1')}, 'author-' || i || '@example.test', ${codenameOf('i')}, i % 20 = 0,
       case when i % 20 = 0 then now() + interval '30 days' end
     from generate_series(0, $1::int - 1) as i`,
    [authors],
  )
  // Emi's is there.
  await client.query(
    'insert into app.codenames select id, codename from public.user_profiles on conflict do nothing',
  )
}

async function seedPosts(
  client: Client,
  posts: number,
  authors: number,
  walls: readonly string[],
): Promise<void> {
  const author = personOf(hash('i'), '$2')
  const hidden = `${chance('i + 3', 10)} = 0`
  await client.query(
    `insert into public.public_posts
       (id, author_id, user_id, anonymous, codename, mood, content, template_url, created_at, reaction_counts, comment_count)
     select md5('post ' || i)::uuid, ${author}, case when ${hidden} then null else ${author} end, ${hidden},
       case when ${hidden} then 'Anonymous' else ${codenameOf(`${hash('i')} % $2`)} end,
       ${pick('$3::text[]', 'i + 1', 3)},
       (select string_agg(${pick('$4::text[]', 'i * 31 + k', 4)}, ' ') from generate_series(0, ${chance('i + 5', 7)}) as k),
       case when ${chance('i + 7', 2)} = 0 then '/storage/v1/object/public/card-templates/kalma-' || 1 + ${chance('i + 9', 5)} || '.svg' end,
       now() - ($1::int - i) * (interval '400 days' / $1::int),
       (select coalesce(jsonb_object_agg(emoji, given), '{}') from (
         select ${emojiOf('i', 'k', 5)} as emoji, count(*) as given from generate_series(1, ${reactionsOf('i', '$2')}) as k group by 1) as counted),
       ${commentsOf('i')}
     from generate_series(1, $1::int) as i`,
    [posts, authors, walls, phrases, emoji],
  )
}

async function seedReplies(client: Client, posts: number, authors: number): Promise<void> {
  await client.query(
    `insert into public.post_reactions (post_id, user_id, emoji)
     select md5('post ' || i)::uuid, ${personOf('i + k * 17', '$2')}, ${emojiOf('i', 'k', 3)}
     from generate_series(1, $1::int) as i, generate_series(1, ${reactionsOf('i', '$2')}) as k`,
    [posts, authors, emoji],
  )
  await client.query(
    `insert into public.post_comments (post_id, user_id, content)
     select md5('post ' || i)::uuid, ${personOf('i + k * 29', '$2')}, ${pick('$3::text[]', 'i + k', 3)}
     from generate_series(1, $1::int) as i, generate_series(1, ${commentsOf('i')}) as k`,
    [posts, authors, phrases],
  )
}

async function main([posts = '1000000', ...walls]: string[]): Promise<void> {
  const url = process.env['DATABASE_URL']
  const embedded = url
    ? undefined
    : await startEmbedded({ dataDir: resolve(process.env['DATA_DIR'] ?? 'data'), log: console.error })
  const login: ClientConfig = embedded?.owner ?? { connectionString: url ?? '' }
  try {
    await migrate(login, new URL('../database/migrations', import.meta.url).pathname)
    const seconds = await seed(login, { posts: Number(posts), ...(walls.length > 0 ? { moods: walls } : {}) })
    console.log(`${posts} posts in ${seconds.toFixed(1)} s`)
  } finally {
    await embedded?.stop()
  }
}

if (import.meta.main) await main(process.argv.slice(2))
