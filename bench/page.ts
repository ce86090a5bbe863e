// The size of one page of a wall: twenty full cards in one request, on the wire and unpacked.
import { request } from 'node:http'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { loadKeys } from '../src/server/http/keys.ts'
import { limits } from '../src/shared/limits.ts'
import { moods } from '../src/shared/moods.ts'
import { startOurs } from './contest.ts'
import { pagePath } from './feed.ts'
import { spread, type Figure } from './figures.ts'
import { signIn } from './people.ts'
import { asOwner, createDatabase, startPostgres } from './postgres.ts'
import { seed } from './seed.ts'

const posts = 20_000
const pagesPerWall = 40

/** Bytes of an answer: body on the wire, head, and unpacked body. */
type Weight = { travelled: number; unpacked: number }

export async function measurePage(): Promise<Figure[]> {
  const postgres = await startPostgres()
  try {
    await createDatabase(postgres, 'emote')
    await seed(postgres.login('emote'), { posts })
    const keys = await loadKeys(join(postgres.folder, 'server'))
    const server = await startOurs(postgres)
    try {
      const origin = `http://127.0.0.1:${server.port}`
      const [person] = await signIn(postgres, 'emote', 1, keys, `${origin}/auth/v1`)
      const token = person?.token('ours') ?? ''
      const weigh = (mood: string, before: number) =>
        fetchWeight(origin + pagePath(mood, before), keys.anonKey, token)
      const pages: Weight[] = []
      for (const { value: mood } of moods)
        for (let page = 0; page < pagesPerWall; page++)
          // oxlint-disable-next-line no-await-in-loop -- one at a time is enough
          pages.push(await weigh(mood, posts - page * 400))
      await fillPosts(postgres)
      const full = await weigh('Calm', posts)
      const most = Math.max(...pages.map(({ travelled }) => travelled)) / 1_000
      return [
        {
          name: `A page of 20 cards as it travels (gzip), of ${pages.length}`,
          measured: `${tell(pages.map(({ travelled }) => travelled))} KB`,
          target: '≤ 30 KB',
          holds: most <= 30,
        },
        {
          name: 'The same, unpacked',
          measured: `${tell(pages.map(({ unpacked }) => unpacked))} KB`,
        },
        {
          name: `20 posts of ${limits.post} letters each, as they travel; unpacked`,
          measured: `${tell([full.travelled])}; ${tell([full.unpacked])} KB`,
        },
      ]
    } finally {
      await server.stop()
    }
  } finally {
    await postgres.stop()
  }
}

const tell = (bytes: number[]) =>
  bytes.length === 1
    ? ((bytes[0] ?? NaN) / 1_000).toFixed(1)
    : spread(
        bytes.map((count) => count / 1_000),
        1,
      )

/** Every post has the greatest length, with its words in another order. */
async function fillPosts(postgres: Awaited<ReturnType<typeof startPostgres>>): Promise<void> {
  await asOwner(postgres, 'emote', async (client) => {
    await client.query('set session_replication_role = replica')
    await client.query(
      `update public.public_posts as p set content = left((
         select string_agg(word, ' ' order by hashtext(word || n || p.seq)) from (
           select distinct word from public.public_posts as o, regexp_split_to_table(o.content, '\\s+') as word where o.seq < 200
         ) as words, generate_series(1, 10) as n), ${limits.post})
       where mood = 'Calm' and seq > $1`,
      [posts - 400],
    )
  })
}

function fetchWeight(url: string, apikey: string, token: string): Promise<Weight> {
  const headers = {
    apikey,
    authorization: `Bearer ${token}`,
    'accept-encoding': 'gzip, deflate, br, zstd',
  }
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => {
        const body = Buffer.concat(chunks)
        if (response.statusCode !== 200) return reject(new Error(body.toString()))
        const head = response.rawHeaders.join('..').length + 17
        const text = response.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body
        resolve({ travelled: head + body.length, unpacked: text.length })
      })
    })
    asked.on('error', reject)
    asked.end()
  })
}
