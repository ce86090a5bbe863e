// The cost of a key in a text of 20,000 letters, on the drawing thread of a cheap phone.
import { join } from 'node:path'
import type { CDPSession, Page } from 'playwright-core'
import { loadKeys } from '../src/server/http/keys.ts'
import { limits } from '../src/shared/limits.ts'
import { openPhone, signUp, slowdown, startBrowser } from './browser.ts'
import { startOurs } from './contest.ts'
import { median, quantile, type Figure } from './figures.ts'
import { createDatabase, startPostgres } from './postgres.ts'

const keys = 120
/** The pace of a fast typist. It is shorter than the pause before the draft is stored, so a second round leaves room for that. */
const between = 110
const target = 16

const sentence = 'Minsan iniisip ko kung okay lang ba talaga ako, or sanay lang ako na hindi. '
const paragraphs = `${sentence.repeat(5).trim()}\n\n`
const texts: { name: string; text: string; at: number }[] = [
  { name: 'at the end', text: long(paragraphs), at: limits.diary },
  { name: 'in the middle', text: long(paragraphs), at: limits.diary / 2 },
  { name: 'in one word without an end', text: long('a'), at: limits.diary },
]

function long(of: string): string {
  return of.repeat(Math.ceil(limits.diary / of.length)).slice(0, limits.diary - keys)
}

export async function measureTyping(): Promise<Figure[]> {
  const postgres = await startPostgres()
  try {
    await createDatabase(postgres, 'emote')
    const server = await startOurs(postgres)
    const browser = await startBrowser()
    try {
      const origin = `http://127.0.0.1:${server.port}`
      const { anonKey } = await loadKeys(join(postgres.folder, 'server'))
      const context = await openPhone(browser, origin, await signUp(origin, anonKey))
      const page = await context.newPage()
      await page.goto(`${origin}/write`)
      const devtools = await context.newCDPSession(page)
      const figures: Figure[] = []
      for (const { name, text, at } of texts) {
        await page.getByRole('textbox').fill(text)
        await page
          .getByRole('textbox')
          .evaluate((field: HTMLTextAreaElement, to) => field.setSelectionRange(to, to), at)
        figures.push(judge(name, await type(page, devtools)))
      }
      return figures
    } finally {
      await browser.close()
      await server.stop()
    }
  } finally {
    await postgres.stop()
  }
}

/** Milliseconds of the drawing thread for each key, with everything it causes until the next: handlers, layout, paint. */
async function type(page: Page, devtools: CDPSession): Promise<number[]> {
  // Thread time, because other load on the machine would change wall time.
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const busy = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return 1_000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN)
  }
  const spent: number[] = []
  for (let key = 0; key < keys; key++) {
    const before = await busy()
    await page.keyboard.press(key % 6 === 5 ? 'Space' : 'a')
    await page.waitForTimeout(between)
    spent.push((await busy()) - before)
  }
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return spent
}

function judge(where: string, spent: number[]): Figure {
  return {
    name: `A key ${where} of ${limits.diary.toLocaleString('en')} letters, processor ×${slowdown} slower`,
    measured: `${median(spent).toFixed(1)} ms; p95 ${quantile(spent, 0.95).toFixed(1)}`,
    target: `< ${target} ms`,
    holds: quantile(spent, 0.95) < target,
  }
}
