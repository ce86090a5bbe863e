// A diary of ten thousand entries: the time to its first page and to all of it, on a new device, from the device's copy, and with the lock
// on; and the time from a key in the search to the painted list.
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { loadKeys } from '../src/server/http/keys.ts'
import { openPhone, signUp, startBrowser } from './browser.ts'
import { startOurs } from './contest.ts'
import { count, keep, lockAll, passphrase, write } from './diary-entries.ts'
import { median, quantile, spread, type Figure } from './figures.ts'
import { createDatabase, startPostgres } from './postgres.ts'

const rounds = 3
const openTarget = 1_000
const searchTarget = 100
/** Each entry begins with its number, so each key finds other entries. */
const terms = ['4821', '771', '90', '1999', '3', '620']

export async function measureDiary(): Promise<Figure[]> {
  const postgres = await startPostgres()
  try {
    await createDatabase(postgres, 'emote')
    const server = await startOurs(postgres)
    const browser = await startBrowser()
    try {
      const origin = `http://127.0.0.1:${server.port}`
      const { anonKey } = await loadKeys(join(postgres.folder, 'server'))
      const session = await signUp(origin, anonKey)
      // Oldest first, in the order of writing.
      const entries = Array.from({ length: count }, (_, number) => write(count - number))
      await keep(postgres, entries)
      const unlocked = await measureOpen(browser, origin, session)
      await lockAll(postgres, entries)
      return [...unlocked, ...(await measureLocked(browser, origin, session))]
    } finally {
      await browser.close()
      await server.stop()
    }
  } finally {
    await postgres.stop()
  }
}

async function measureOpen(browser: Browser, origin: string, session: string): Promise<Figure[]> {
  const fresh: Opening[] = []
  const again: Opening[] = []
  const keys: number[] = []
  for (let round = 0; round < rounds; round++) {
    // oxlint-disable-next-line no-await-in-loop -- one at a time
    const context = await openPhone(browser, origin, session)
    // oxlint-disable-next-line no-await-in-loop -- one at a time
    fresh.push(await open(context, origin))
    // oxlint-disable-next-line no-await-in-loop -- one at a time
    again.push(await open(context, origin, async (page) => void keys.push(...(await search(page)))))
    // oxlint-disable-next-line no-await-in-loop -- one at a time
    await context.close()
  }
  return [
    ...judge('on a new device', fresh, false),
    ...judge('from the copy of the device', again, true),
    judgeSearch('', keys),
  ]
}

async function measureLocked(browser: Browser, origin: string, session: string): Promise<Figure[]> {
  const context = await openPhone(browser, origin, session)
  const openings: Opening[] = []
  const keys: number[] = []
  // The first visit brings the sealed entries to the device.
  for (let round = 0; round <= rounds; round++) {
    // oxlint-disable-next-line no-await-in-loop -- one at a time
    const opening = await unlock(context, origin, async (page) => void keys.push(...(await search(page))))
    if (round > 0) openings.push(opening)
  }
  await context.close()
  return [...judge('with the lock on, from the passphrase on', openings, true), judgeSearch(', locked', keys)]
}

/** Milliseconds until the first entries are painted, and until all are loaded. */
type Opening = { first: number; whole: number }

const first = '[data-entry]'
const whole = '[aria-busy="false"] [data-entry]'

/** Runs in the page. From `start` (ms of its clock) to the frame after the first element of each selector. */
const watch = (page: Page, start: number) =>
  page.evaluate(
    async ([begun, ...selectors]) => {
      const painted = (selector: string) =>
        new Promise<number>((done) => {
          const look = () => {
            if (document.querySelector(selector))
              requestAnimationFrame(() => setTimeout(() => done(performance.now() - begun)))
            else requestAnimationFrame(look)
          }
          look()
        })
      const [one, all] = await Promise.all(selectors.map(painted))
      return { first: one ?? NaN, whole: all ?? NaN }
    },
    [start, first, whole] as const,
  )

async function open(
  context: BrowserContext,
  origin: string,
  then?: (page: Page) => Promise<void>,
): Promise<Opening> {
  const page = await context.newPage()
  await page.goto(`${origin}/diary`, { waitUntil: 'commit' })
  const opening = await watch(page, 0)
  await then?.(page)
  await page.close()
  return opening
}

async function unlock(
  context: BrowserContext,
  origin: string,
  then: (page: Page) => Promise<void>,
): Promise<Opening> {
  const page = await context.newPage()
  await page.goto(`${origin}/diary`)
  await page.locator('input[type=password]').fill(passphrase)
  const button = page.getByRole('button', { name: 'Buksan' })
  await button.waitFor()
  await page.evaluate(() =>
    addEventListener('keydown', () => Reflect.set(globalThis, 'pressed', performance.now()), { once: true }),
  )
  await page.keyboard.press('Enter')
  const opening = await watch(page, await page.evaluate(() => Number(Reflect.get(globalThis, 'pressed'))))
  await then(page)
  await page.close()
  return opening
}

/** Types each letter and deletes it again. Measures from the key to the frame with its list. */
async function search(page: Page): Promise<number[]> {
  const box = page.getByRole('searchbox')
  await box.focus()
  const times: number[] = []
  for (const term of terms) {
    for (const key of [...term.split(''), ...Array.from(term, () => 'Backspace')]) {
      // oxlint-disable-next-line no-await-in-loop -- one key after the other
      await page.evaluate(() => {
        const shown = new Promise((done) => {
          addEventListener(
            'keydown',
            ({ timeStamp }) => {
              const list = document.querySelector('[aria-busy]')
              if (!list) return
              // React draws the letter first, then the list with its count.
              const output = document.querySelector('search output')
              const watcher = new MutationObserver(() => {
                watcher.disconnect()
                requestAnimationFrame(() => setTimeout(() => done(performance.now() - timeStamp)))
              })
              for (const place of [list, output])
                if (place) watcher.observe(place, { childList: true, subtree: true, characterData: true })
            },
            { once: true },
          )
        })
        Reflect.set(globalThis, 'shown', shown)
      })
      // oxlint-disable-next-line no-await-in-loop -- one key after the other
      await page.keyboard.press(key === ' ' ? 'Space' : key)
      // oxlint-disable-next-line no-await-in-loop -- one key after the other
      const time = await page.evaluate(() => Reflect.get(globalThis, 'shown') as Promise<number>)
      times.push(time)
    }
  }
  return times
}

function judge(how: string, openings: Opening[], isPromised: boolean): Figure[] {
  const [one, all] = [openings.map((each) => each.first), openings.map((each) => each.whole)]
  const promise = (times: number[]) =>
    isPromised ? { target: `< ${openTarget} ms`, holds: median(times) < openTarget } : {}
  return [
    { name: `First entries of ${count}, ${how}`, measured: `${spread(one)} ms`, ...promise(one) },
    { name: `All of them, ${how}`, measured: `${spread(all)} ms`, ...promise(all) },
  ]
}

function judgeSearch(how: string, times: number[]): Figure {
  const slow = quantile(times, 0.95)
  return {
    name: `A key of a search to its painted list${how}, of ${times.length}: p95`,
    measured: `${slow.toFixed(0)} ms, p50 ${median(times).toFixed(0)}, the slowest ${Math.max(...times).toFixed(0)}`,
    target: `< ${searchTarget} ms`,
    holds: slow < searchTarget,
  }
}
