// People who write in General in Chromium, and one who reads: the time from a key to another person's screen.
import type { Browser, Page } from 'playwright-core'
import { openPhone, signUp } from './browser.ts'
import { asOwner, type BenchPostgres } from './postgres.ts'

/** During a flood a person may write every 15 s, so several people write in turn. */
const typists = 4
const restMs = 15_500

type Noted = { pressed: Record<string, number>; seen: Record<string, number> }

export type Screens = { typing: Page[]; reading: Page }

export async function openScreens(
  browser: Browser,
  postgres: BenchPostgres,
  origin: string,
  apikey: string,
): Promise<Screens> {
  const pages: Page[] = []
  for (let at = 0; at <= typists; at++) {
    // oxlint-disable no-await-in-loop -- one page at a time on a small machine
    const session = await signUp(origin, apikey, `Tipa ${at}`)
    const page = await (await openPhone(browser, origin, session)).newPage()
    await page.addInitScript(noteTimes)
    await page.goto(`${origin}/tambayan`)
    await fieldOf(page).waitFor()
    pages.push(page)
    // oxlint-enable no-await-in-loop
  }
  // New accounts write slowly.
  await asOwner(postgres, 'emote', (client) =>
    client.query(`update auth.users set created_at = now() - interval '30 days'`),
  )
  const [reading, ...typing] = pages
  if (!reading) throw new Error('Nobody reads')
  return { typing, reading }
}

const fieldOf = (page: Page) => page.getByRole('textbox', { name: 'Mensahe' })

/** Runs in the page before its own scripts. All pages of a machine have one clock. */
function noteTimes(): void {
  const noted: Noted = { pressed: {}, seen: {} }
  Object.assign(globalThis, { noted })
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- it runs in the page, so it must be self-contained
  const numberIn = (text: string | null | undefined) => /susi-(\d+)/.exec(text ?? '')?.[1]
  addEventListener(
    'keydown',
    ({ key, target, timeStamp }) => {
      const number = numberIn((target as HTMLTextAreaElement).value)
      if (key === 'Enter' && number) noted.pressed[number] = performance.timeOrigin + timeStamp
    },
    true,
  )
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes) {
        const number = numberIn(node.textContent)
        if (!number || noted.seen[number]) continue
        // A task after the next frame: the browser has drawn it.
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () => {
            noted.seen[number] ??= performance.timeOrigin + performance.now()
          })
          port1.start()
          port2.postMessage(0)
        })
      }
  }).observe(document, { childList: true, subtree: true })
}

const read = (page: Page) => page.evaluate(() => (globalThis as unknown as { noted: Noted }).noted)

/** Milliseconds from each key to the reading screen. A message that never shows counts as Infinity. */
export async function typeAndWatch({ typing, reading }: Screens, milliseconds: number): Promise<number[]> {
  const until = performance.now() + milliseconds
  let count = 0
  for (; performance.now() < until; count++) {
    const page = typing[count % typing.length]
    if (!page) break
    // oxlint-disable no-await-in-loop -- one after the other
    await fieldOf(page).fill(`Kumusta kayo riyan? susi-${count}`)
    await fieldOf(page).press('Enter')
    await page.waitForTimeout(restMs / typing.length)
    // oxlint-enable no-await-in-loop
  }
  const { seen } = await read(reading)
  const pressed: Record<string, number> = {}
  for (const noted of await Promise.all(typing.map(read))) Object.assign(pressed, noted.pressed)
  return Array.from({ length: count }, (_, at) => (seen[at] ?? Infinity) - (pressed[at] ?? NaN))
}
