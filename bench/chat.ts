// A busy room on a cheap phone: frames a second while twenty messages a second arrive, and the page's memory after five thousand of them.
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { CDPSession, Page } from 'playwright-core'
import { loadKeys } from '../src/server/http/keys.ts'
import { openPhone, signUp, slowdown, startBrowser } from './browser.ts'
import { startOurs } from './contest.ts'
import { quantile, type Figure } from './figures.ts'
import { noteFrames, takeFrames, weighPage } from './frames.ts'
import { signIn, type Person } from './people.ts'
import { createDatabase, startPostgres } from './postgres.ts'
import { seed } from './seed.ts'

// During a flood a person may write every 15 s.
const writers = 400
const perSecond = 20
const early = 500
const late = 5_000
const phrases = [
  'Hinga muna tayo.',
  'Kumain ka na ba? Ako, hindi pa. Lugaw na lang siguro mamaya, may itlog.',
  'Same 😭',
  'Umuulan dito sa Cubao, tapos naiwan ko ang payong sa jeep. Sana may nakapulot na mas nangangailangan.',
  'Okay lang ’yan. Bukas ulit.',
]

type Held = { heap: number; nodes: number; shown: number }

export async function measureChat(): Promise<Figure[]> {
  const postgres = await startPostgres()
  try {
    await createDatabase(postgres, 'emote')
    await seed(postgres.login('emote'), { posts: 100, authors: 1_000 })
    const server = await startOurs(postgres, { TRUSTED_PROXY_HOPS: '1' })
    const browser = await startBrowser()
    try {
      const origin = `http://127.0.0.1:${server.port}`
      const keys = await loadKeys(join(postgres.folder, 'server'))
      const people = await signIn(postgres, 'emote', writers, keys, `${origin}/auth/v1`)
      const context = await openPhone(browser, origin, await signUp(origin, keys.anonKey))
      const page = await context.newPage()
      const joined = page.waitForEvent('websocket')
      await page.goto(`${origin}/tambayan`)
      await joined
      const devtools = await context.newCDPSession(page)
      return await watch(page, devtools, (at) => say(people, origin, keys.anonKey, at))
    } finally {
      await browser.close()
      await server.stop()
    }
  } finally {
    await postgres.stop()
  }
}

async function say(people: Person[], origin: string, apikey: string, at: number): Promise<void> {
  const id = randomUUID()
  const index = at % people.length
  const person = people[index]
  const send = () =>
    fetch(`${origin}/rest/v1/live_chat_messages`, {
      method: 'POST',
      headers: {
        apikey,
        authorization: `Bearer ${person?.token('ours')}`,
        'content-type': 'application/json',
        'x-forwarded-for': `10.${index >> 8}.${index & 255}.7`,
      },
      body: JSON.stringify({
        id,
        sender_id: person?.claims['sub'],
        wall_id: 'general',
        message_text: `${at}: ${phrases[at % phrases.length]}`,
      }),
    })
  // A busy machine may refuse a request. The app sends it again too.
  for (let attempt = 0; attempt < 20; attempt++) {
    // oxlint-disable no-await-in-loop -- one attempt after the other
    const response = await send()
    if (response.ok || response.status === 409) return
    if (response.status < 500 && response.status !== 429)
      throw new Error(`A message is refused: ${await response.text()}`)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    // oxlint-enable no-await-in-loop
  }
  throw new Error('A message is refused again and again')
}

/** Writes at a steady pace until this many messages are sent and the last one shows. */
async function write(
  page: Page,
  from: number,
  to: number,
  send: (at: number) => Promise<void>,
): Promise<void> {
  const started = performance.now()
  const sending: Promise<void>[] = []
  for (let at = from; at < to; at++) {
    const wait = started + ((at - from) * 1_000) / perSecond - performance.now()
    // oxlint-disable-next-line no-await-in-loop -- at a steady pace
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    sending.push(send(at))
  }
  await Promise.all(sending)
  await page
    .getByText(`${to - 1}: `, { exact: false })
    .first()
    .waitFor()
}

const tell = ({ heap, nodes, shown }: Held) =>
  `${heap.toFixed(1)} MB, ${nodes} nodes, ${shown} messages drawn`

async function watch(
  page: Page,
  devtools: CDPSession,
  send: (at: number) => Promise<void>,
): Promise<Figure[]> {
  await devtools.send('Performance.enable')
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const weigh = async (): Promise<Held> => ({
    ...(await weighPage(devtools)),
    shown: await page.locator('[data-message]').count(),
  })
  await write(page, 0, early, send)
  const first = await weigh()
  await noteFrames(page)
  await write(page, early, late, send)
  const seconds = await takeFrames(page)
  const last = await weigh()
  const average = seconds.reduce((sum, frames) => sum + frames, 0) / seconds.length
  return [
    {
      name: `Frames a second, ${perSecond} messages a second, processor ×${slowdown} slower`,
      measured: `${average.toFixed(1)}; the slowest of twenty seconds ${quantile(seconds, 0.05)}, of all ${Math.min(...seconds)}`,
      target: '≥ 50',
      holds: average >= 50,
    },
    { name: `Memory of the page after ${early} messages`, measured: tell(first) },
    {
      name: `Memory of the page after ${late} messages`,
      measured: `${tell(last)}: ${(last.heap / first.heap).toFixed(2)} times as much`,
      target: '≤ 1.1 times',
      holds: last.heap <= first.heap * 1.1,
    },
  ]
}
