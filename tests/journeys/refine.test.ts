import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AiServer, refuses, says, startAiServer } from '../support/ai-server.ts'
import {
  desk,
  expectAccessible,
  expectAccessibleEverywhere,
  phone,
  type Site,
  startSite,
} from '../support/browser.ts'
import { comes, told } from '../support/page.ts'
import { logIn, welcome } from '../support/cast.ts'

// Promise: AI Refine changes nothing before the writer chooses, and a failure costs no use.
let provider: AiServer
/** With the offline editor. */
let site: Site
/** With a language model. */
let modelSite: Site
beforeAll(async () => {
  provider = await startAiServer()
  const ai = { model: { baseUrl: provider.baseUrl, model: 'tagapayo' } }
  ;[site, modelSite] = await Promise.all([startSite(), startSite({ ai })])
})
afterAll(async () => {
  await Promise.all([site.stop(), modelSite.stop()])
  await provider.stop()
})

const feeling = 'Pagod na ako ngayon. Bukas ulit tayo lalaban.'
const listed = '• Pagod na ako ngayon.\n• Bukas ulit tayo lalaban.'

const words = (page: Page) => page.getByLabel('Ang nararamdaman mo')
const button = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true })

async function ask(page: Page, preset: string): Promise<void> {
  await page.getByRole('radio', { name: preset }).check()
  await button(page, 'Refine').click()
}

async function openWith(page: Page, text: string): Promise<void> {
  await words(page).fill(text)
  await page.getByRole('button', { name: 'AI Refine' }).click()
  await page.getByRole('dialog').waitFor()
}

async function select(page: Page, start: number, end = start): Promise<void> {
  await words(page).focus()
  await words(page).evaluate((field: HTMLTextAreaElement, [from, to]) => field.setSelectionRange(from, to), [
    start,
    end,
  ] as const)
}

const usesOf = async ({ app }: Site, id: string) =>
  (await app.owner.query('select from public.usage_ai_refinements where user_id = $1', [id])).rowCount

const useAll = ({ app }: Site, id: string, count: number) =>
  app.owner.query(
    `insert into public.usage_ai_refinements (user_id, created_at, settled_at)
     select $1, now() - interval '3 days', now() from generate_series(1, $2)`,
    [id, count],
  )

it('a refinement replaces everything, stays for 1.5 s, and undo restores the words', async () => {
  const { page, errors, person } = await welcome(site, 'Mina', '/write', phone)
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(request.url()))
  const open = page.getByRole('button', { name: 'AI Refine' })
  expect(await open.isDisabled()).toBe(true)
  await words(page).fill('  ')
  expect(await open.isDisabled()).toBe(true)
  await words(page).fill(feeling)
  expect(fetched.filter((url) => url.includes('RefineDialog'))).toEqual([])

  await open.click()
  await page.getByText('10 sa 10 ang natitira').waitFor()
  await page.getByText('sarili naming server').waitFor()
  expect(await page.getByRole('dialog').getByRole('radio').count()).toBe(10)
  expect(await button(page, 'Refine').isDisabled()).toBe(true)
  await expectAccessibleEverywhere(page)
  await ask(page, 'Gawing listahan')
  await page.getByText('Ganito ang kinalabasan').waitFor()
  expect(await words(page).inputValue()).toBe(feeling)
  await expectAccessible(page)

  const stood = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let since: number | undefined
        const watcher = new MutationObserver(() => {
          if (document.querySelector('dialog')?.textContent.includes('Napalitan na.'))
            since ??= performance.now()
          else if (since !== undefined) resolve(performance.now() - since)
        })
        watcher.observe(document, { childList: true, subtree: true })
      }),
  )
  const [ms] = await Promise.all([stood, button(page, 'Replace').click()])
  // Timers round to whole milliseconds.
  expect(ms).toBeGreaterThan(1_490)
  expect(await words(page).inputValue()).toBe(listed)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  // The cursor stands behind the inserted text.
  await expect
    .poll(() =>
      words(page).evaluate((field: HTMLTextAreaElement) => [
        document.activeElement === field,
        field.selectionStart,
        field.selectionEnd,
      ]),
    )
    .toEqual([true, listed.length, listed.length])
  await page.waitForFunction((text) => Object.values(localStorage).join().includes(text), '• Pagod')
  await page.keyboard.press('Control+z')
  expect(await words(page).inputValue()).toBe(feeling)
  await page.keyboard.press('Control+Shift+z')
  expect(await words(page).inputValue()).toBe(listed)
  // A list of the same words costs nothing.
  await open.click()
  await page.getByText('10 sa 10 ang natitira').waitFor()
  expect(await usesOf(site, person.id)).toBe(0)

  // The form says before a tap that the offline editor cannot translate.
  const english = page.getByRole('radio', { name: 'I-English Kailangan ng language model' })
  expect(await english.isDisabled()).toBe(true)
  expect(errors).toEqual([])
})

it('a result with other signs than before costs a use, which the dialog counts', async () => {
  const { page, person } = await welcome(site, 'Oca', '/write')
  await openWith(page, feeling)
  await ask(page, 'Lagyan ng emoji')
  await page.getByText('Ganito ang kinalabasan').waitFor()
  await button(page, 'Discard').click()
  await page.getByText('9 sa 10 ang natitira').waitFor()
  expect(await usesOf(site, person.id)).toBe(1)
})

it('Ctrl+R opens the refinement without a reload, which replaces a selection, inserts, copies and discards', async () => {
  const { page, context, errors } = await welcome(site, 'Jun', '/write', desk)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(() => Object.assign(globalThis, { stayed: true }))
  await words(page).fill(`Una. ${feeling} Huli.`)
  await select(page, 5, 5 + feeling.length)
  await page.keyboard.press('Control+r')
  await page.getByText('Ang napili mo lang').waitFor()
  await ask(page, 'Gawing listahan')
  await button(page, 'Discard').click()
  await page.getByText('Ano’ng gusto mong mangyari?').waitFor()
  expect(await words(page).inputValue()).toBe(`Una. ${feeling} Huli.`)
  await ask(page, 'Gawing listahan')
  await Promise.all([comes(page, 'Copied!'), button(page, 'Copy').click()])
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(listed)
  await button(page, 'Copy').waitFor()
  await button(page, 'Replace').click()
  expect(await words(page).inputValue()).toBe(`Una. ${listed} Huli.`)
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await words(page).fill(feeling)
  await select(page, 20)
  await page.keyboard.press('Control+r')
  await ask(page, 'Gawing listahan')
  await button(page, 'Insert').waitFor()
  // An impatient person closes the dialog before it closes by itself.
  await page.getByRole('dialog').evaluate(async (dialog) => {
    const isSaid = () => dialog.textContent.includes('Naidagdag na.')
    const said = new Promise<void>((resolve) => {
      new MutationObserver(() => isSaid() && resolve()).observe(dialog, { childList: true, subtree: true })
    })
    const buttons = [...dialog.querySelectorAll('button')]
    buttons.find((one) => one.textContent === 'Insert')?.click()
    await said
    buttons.find((one) => one.ariaLabel === 'Isara')?.click()
  })
  expect(await words(page).inputValue()).toBe(`${feeling.slice(0, 20)}\n\n${listed}\n\n${feeling.slice(20)}`)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await page.evaluate(() => 'stayed' in globalThis)).toBe(true)
  expect(errors).toEqual([])
})

it('a late refinement overwrites nothing, and never sends words that were let go', async () => {
  const { page, errors } = await welcome(site, 'Nora', '/write')
  let code = Promise.withResolvers<void>()
  await page.route('**/RefineDialog*.js', async (route) => {
    await code.promise
    await route.continue()
  })
  const open = page.getByRole('button', { name: 'AI Refine' })
  const isComing = page.locator('[data-going]')
  await words(page).fill('Mga salitang bibitawan')
  await open.click()
  await isComing.waitFor()
  await page.getByRole('button', { name: 'Bitawan mo na' }).click()
  await page.getByRole('button', { name: 'Bitawan na lang' }).click()
  await page.getByText('Nabitawan mo na.').waitFor()
  code.resolve()
  await isComing.waitFor({ state: 'detached' })
  expect(await page.getByRole('dialog').count()).toBe(0)

  // The same when the dialog's code loads again.
  await page.reload()
  code = Promise.withResolvers()
  await words(page).fill('Una.')
  await open.click()
  await isComing.waitFor()
  await words(page).fill(feeling)
  code.resolve()
  await page.getByRole('dialog').locator('q').getByText(feeling.slice(0, 30)).waitFor()
  await ask(page, 'Gawing listahan')
  await button(page, 'Replace').waitFor()
  await words(page).evaluate((field: HTMLTextAreaElement) => {
    field.setRangeText('Iba na. ')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await button(page, 'Replace').click()
  await page.getByRole('status').filter({ hasText: 'Iba na ang nakasulat' }).waitFor()
  expect(await words(page).inputValue()).toContain('Iba na. ')
  expect(errors).toEqual([])
})

it('a person with a locked diary is asked before words leave, and nothing is sent without a yes', async () => {
  const { page, errors, person } = await welcome(modelSite, 'Luz', '/write', phone)
  await modelSite.app.owner.query(
    `insert into public.diary_locks (user_id, public_key, by_passphrase, by_recovery) values ($1, $2, $2, $2)`,
    [person.id, 'x'.repeat(60)],
  )
  provider.asked.length = 0
  provider.behave(says('Mas maikli.'))
  await openWith(page, feeling)
  await ask(page, 'Paikliin')
  await page.getByRole('heading', { name: 'Naka-lock ang diary mo' }).waitFor()
  await expectAccessibleEverywhere(page)
  await button(page, 'Huwag na').click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(provider.asked).toEqual([])
  await page.getByRole('button', { name: 'AI Refine' }).click()
  await ask(page, 'Paikliin')
  await button(page, 'Oo, ituloy').click()
  await button(page, 'Discard').click()
  // The dialog asks once each time it opens.
  await ask(page, 'Paikliin')
  await button(page, 'Replace').click()
  expect(await words(page).inputValue()).toBe('Mas maikli.')
  expect(provider.asked.map(({ text }) => text)).toEqual([feeling, feeling])
  expect(errors).toEqual([])
})

it('a refinement that is stopped or closed ends at the provider, and neither counts nor changes anything', async () => {
  const { page, errors, person } = await welcome(modelSite, 'Rey', '/write')
  provider.behave(() => {})
  await openWith(page, feeling)
  await page.getByText('Isang AI (language model)').waitFor()
  for (const stop of ['Itigil', 'Isara']) {
    provider.asked.length = 0
    await ask(page, 'Paikliin')
    await expect.poll(() => provider.asked.length).toBe(1)
    await page.getByText('Sandali, inaayos pa…').waitFor()
    await button(page, stop).click()
    await provider.asked[0]?.closed
    // One refinement runs at a time. Wait until the reserved use is returned.
    await expect.poll(() => usesOf(modelSite, person.id)).toBe(0)
  }
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(await words(page).inputValue()).toBe(feeling)
  expect(errors).toEqual([])
})

it('a failed refinement names the reason, keeps the words, and counts nothing', async () => {
  const { page, context, person } = await welcome(modelSite, 'Bea', '/write')
  provider.behave(refuses(400))
  await openWith(page, feeling)
  await ask(page, 'Gawing pormal')
  await page
    .getByRole('alert')
    .getByText('Something went wrong. Please try again.', { exact: true })
    .waitFor()
  provider.behave(says((text) => text))
  await ask(page, 'Gawing pormal')
  await page.getByText('No significant improvements found.', { exact: true }).waitFor()
  expect(await button(page, 'Replace').count()).toBe(0)
  // Punctuation and capitals do not count as an improvement, but the writer may take them.
  provider.behave(says((text) => text.replace('. Bukas', ', BUKAS')))
  await ask(page, 'Gawing pormal')
  await button(page, 'Replace').waitFor()
  await page.getByText('No significant improvements found.', { exact: true }).waitFor()
  await page.getByText('Malaking letra at bantas lang ang naiba.').waitFor()
  await button(page, 'Discard').click()
  provider.behave(says((text) => text.replaceAll(/(^|[.] )(?=.)/g, '\n• ')))
  await ask(page, 'Gawing pormal')
  await page.getByText('Mga marka ng listahan lang ang naiba.').waitFor()
  await button(page, 'Discard').click()
  await context.setOffline(true)
  await ask(page, 'Gawing pormal')
  await page.getByRole('alert').filter({ hasText: 'Mukhang walang internet' }).waitFor()
  expect(await words(page).inputValue()).toBe(feeling)
  await expect.poll(() => usesOf(modelSite, person.id)).toBe(0)
})

it('a text that is too long is named before sending, and a part of it is refined', async () => {
  const { page, errors } = await welcome(modelSite, 'Tes', '/write')
  provider.asked.length = 0
  provider.behave(says('Mas maikli.'))
  await openWith(page, `${feeling} `.repeat(500).slice(0, 20_000))
  await page.getByText(/Hanggang 5,000 letra lang.*20,000/).waitFor()
  await page.getByRole('radio', { name: 'Paikliin' }).check()
  expect(await button(page, 'Refine').isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await select(page, 46, 46 + feeling.length)
  await page.keyboard.press('Control+r')
  await ask(page, 'Paikliin')
  await button(page, 'Replace').click()
  expect((await words(page).inputValue()).slice(40, 66)).toBe('aban. Mas maikli. Pagod na')
  expect(provider.asked.map(({ text }) => text)).toEqual([feeling])
  expect(errors).toEqual([])
})

it('the cap on refinements is shown, also when the last use happened elsewhere', async () => {
  const { page, person } = await welcome(modelSite, 'Liza', '/write')
  await useAll(modelSite, person.id, 9)
  await openWith(page, feeling)
  await page.getByText('1 sa 10 ang natitira').waitFor()
  await useAll(modelSite, person.id, 1)
  await ask(page, 'Paikliin')
  await page.getByText('Nagamit mo na ang 10 libreng AI Refine mo sa loob ng 30 araw.').waitFor()
  await page.getByText('May babalik na isa sa').waitFor()
  expect(await button(page, 'Refine').count()).toBe(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Tungkol sa Premium' }).click()
  await page.waitForURL('**/billing-manual')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.goBack()
  await expect.poll(() => words(page).inputValue()).toBe(feeling)
})

it('a refinement without a session asks for a log-in, and the words wait', async () => {
  const { page, person } = await welcome(site, 'Nilo', '/write')
  await openWith(page, feeling)
  // Wait for the dialog's own request, which would notice the ended session first.
  await page.getByText('10 sa 10 ang natitira').waitFor()
  await person.client.auth.signOut({ scope: 'global' })
  await ask(page, 'Gawing listahan')
  await told(page, 'Not authenticated')
  await page.waitForURL('**/login?next=%2Fwrite')
  await logIn(page, person)
  await expect.poll(() => words(page).inputValue()).toBe(feeling)
  expect(await page.getByRole('dialog').count()).toBe(0)
})
