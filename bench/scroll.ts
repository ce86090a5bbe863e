// Scrolls far down a wall on a cheap phone with animated weather: frames a second, and memory at the end.
import { join } from 'node:path'
import type { CDPSession, Page } from 'playwright-core'
import { loadKeys } from '../src/server/http/keys.ts'
import { openPhone, signUp, slowdown, startBrowser } from './browser.ts'
import { startOurs } from './contest.ts'
import { quantile, type Figure } from './figures.ts'
import { noteFrames, takeFrames, weighPage } from './frames.ts'
import { createDatabase, startPostgres } from './postgres.ts'
import { seed } from './seed.ts'

const far = 500
const near = 100
/** Speed of a fast thumb, pixels a second. */
const speed = 3_000
const stretch = 9_000

export async function measureScroll(): Promise<Figure[]> {
  const postgres = await startPostgres()
  try {
    await createDatabase(postgres, 'emote')
    await seed(postgres.login('emote'), { posts: 700, authors: 200, moods: ['Sadness'] })
    const server = await startOurs(postgres)
    const browser = await startBrowser()
    try {
      const origin = `http://127.0.0.1:${server.port}`
      const { anonKey } = await loadKeys(join(postgres.folder, 'server'))
      const context = await openPhone(browser, origin, await signUp(origin, anonKey))
      const page = await context.newPage()
      await page.goto(`${origin}/wall/malungkot`)
      await page.locator('[data-post]').first().waitFor()
      return await scrollDown(page, await context.newCDPSession(page))
    } finally {
      await browser.close()
      await server.stop()
    }
  } finally {
    await postgres.stop()
  }
}

type Held = { heap: number; nodes: number; posts: number }

async function scrollDown(page: Page, devtools: CDPSession): Promise<Figure[]> {
  await devtools.send('Performance.enable')
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const seconds: number[] = []
  const posts = () => countPosts(page)
  let early: Held | undefined
  for (let count = await posts(); count < far; count = await posts()) {
    if (!early && count >= near) early = await weigh(page, devtools)
    // oxlint-disable-next-line no-await-in-loop -- one stretch after the other
    seconds.push(...(await scrollOn(page, devtools)))
  }
  const late = await weigh(page, devtools)
  return judge(seconds, early ?? late, late)
}

/** Scrolls like a finger. Returns the frames drawn in each second. */
async function scrollOn(page: Page, devtools: CDPSession): Promise<number[]> {
  await noteFrames(page)
  await devtools.send('Input.synthesizeScrollGesture', {
    x: 180,
    y: 600,
    yDistance: -stretch,
    speed,
    // A finger moves at most one screen. A wheel can move farther.
    gestureSourceType: 'mouse',
  })
  return takeFrames(page)
}

const weigh = async (page: Page, devtools: CDPSession): Promise<Held> => ({
  ...(await weighPage(devtools)),
  posts: await countPosts(page),
})

/** Posts read so far. Posts far from the screen leave the document, their pages stay. */
const countPosts = async (page: Page) => 20 * (await page.locator('[data-page]').count())

function judge(seconds: number[], early: Held, late: Held): Figure[] {
  const average = seconds.reduce((sum, frames) => sum + frames, 0) / seconds.length
  const each = ((late.heap - early.heap) * 1_000) / (late.posts - early.posts)
  return [
    {
      name: `Frames a second over ${late.posts} posts, processor ×${slowdown} slower`,
      measured: `${average.toFixed(1)}; the slowest of twenty seconds ${quantile(seconds, 0.05)}, of all ${Math.min(...seconds)}`,
      target: '≥ 50',
      holds: average >= 50,
    },
    {
      name: `Memory of the page, ${early.posts} posts`,
      measured: `${early.heap.toFixed(1)} MB, ${early.nodes} nodes`,
    },
    {
      name: `Memory of the page, ${late.posts} posts`,
      measured: `${late.heap.toFixed(1)} MB, ${late.nodes} nodes: ${each.toFixed(1)} KB a post`,
      target: '≤ 60 MB',
      holds: late.heap <= 60,
    },
  ]
}
