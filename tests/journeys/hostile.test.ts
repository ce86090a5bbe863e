import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isBlank } from '../../src/shared/limits.ts'
import { foldOption } from '../../src/shared/polls.ts'
import { desk, phone, type Site, startSite, type Visitor } from '../support/browser.ts'
import { insertEach, enter, type Person, signUp } from '../support/cast.ts'
import { longestWord, scriptNames, scripts, shapes } from '../support/hostile-texts.ts'

// Promise: a person's text is only text. It never runs, sends no request, and does not widen the page.
let site: Site
let jun: Person
/** People whose names are scripts. */
let strangers: Person[]
/** Jun's post, which collects the comments, and one post of each stranger. */
let meeting: string
let byStrangers: string[]

beforeAll(async () => {
  site = await startSite()
  jun = await signUp(site.app, 'Jun')
  strangers = []
  for (const [at, name] of scriptNames.entries())
    strangers.push(await signUp(site.app, `Estranghero${at}`, name))
  await post(stranger(0), 'Anger', scripts)
  await post(stranger(1), 'Sadness', [...shapes, longestWord, ...scripts.slice(0, 2)])
  meeting = (await post(jun, 'Joy', ['Sino ang nandito?']))[0] ?? ''
  byStrangers = []
  for (const [at, person] of strangers.entries())
    byStrangers.push(...(await post(person, 'Joy', [`Hinga ${at}`])))
  await comment(stranger(2), meeting, inPieces(scripts, 1_000))
  for (const person of strangers) await comment(person, byStrangers[3] ?? '', ['Nandito ako.'])
  await comment(stranger(4), byStrangers[4] ?? '', shapes)
})
afterAll(() => site.stop())

function stranger(at: number): Person {
  const person = strangers[at]
  if (!person) throw new Error(`There is no stranger ${at}`)
  return person
}

/** Writes the posts, the first as the newest. Returns their ids. */
async function post(person: Person, mood: string, texts: readonly string[]): Promise<string[]> {
  const rows = texts.map((content) => ({ id: randomUUID(), mood, content }))
  await insertEach(person, 'public_posts', rows.toReversed())
  return rows.map(({ id }) => id)
}

async function comment(person: Person, postId: string, texts: readonly string[]): Promise<void> {
  const rows = texts.map((content) => ({ post_id: postId, user_id: person.id, content }))
  await insertEach(person, 'post_comments', rows)
}

/** Reports a post with these details. Returns the status of the answer. */
async function report(person: Person, postId: string, details: string): Promise<number> {
  const { status } = await site.app.fetch('/functions/v1/submit-report', {
    method: 'POST',
    headers: {
      apikey: site.app.keys.anonKey,
      authorization: `Bearer ${person.token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      reported_item_type: 'public_post',
      reported_item_id: postId,
      reason: 'other',
      details,
      reporter_id: person.id,
    }),
  })
  return status
}

/** Joins the texts into pieces of at most `most` letters. */
function inPieces(texts: readonly string[], most: number): string[] {
  const pieces = ['']
  for (const text of texts) {
    const last = pieces.at(-1) ?? ''
    if (last.length + text.length < most) pieces[pieces.length - 1] = `${last}\n${text}`
    else pieces.push(text)
  }
  return pieces.map((piece) => piece.trim())
}

type Guarded = Visitor & { violations: string[] }

/** A visitor whose page records dialogs, windows, requests to other origins, and policy violations. */
async function guarded(viewport = phone): Promise<Guarded> {
  const visitor = await site.visitor(viewport)
  const { page, context } = visitor
  const violations: string[] = []
  page.on('dialog', (dialog) => {
    violations.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  context.on('page', (opened) => violations.push(`window: ${opened.url()}`))
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url())
    if (origin !== site.origin && !['data:', 'blob:'].includes(protocol))
      violations.push(`request: ${request.url()}`)
  })
  await page.exposeFunction('tell', (what: string) => violations.push(what))
  await page.addInitScript(() =>
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      Reflect.get(globalThis, 'tell')(`policy: ${violatedDirective} ${blockedURI} ${sample}`),
    ),
  )
  return { ...visitor, violations }
}

// Until the web font loads, a fallback font is shown.
const overflow = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    return document.documentElement.scrollWidth - innerWidth
  })
/** First letters of elements that leave the screen or are narrower than their words. One letter with many marks may be cut. */
const sticksOut = (page: Page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    return Array.from(
      document.querySelectorAll(
        '[data-post], [data-comment], [data-poll], [data-post] p, [data-comment] p, [data-poll] :is(h2, li), [role=dialog] p',
      ),
    )
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect()
        const isCut = element.scrollWidth > element.clientWidth + 1 && !/\p{M}{9}/u.test(element.textContent)
        return width > 0 && (left < 0 || right > innerWidth || isCut)
      })
      .map((element) => element.textContent.slice(0, 30))
  })

const cut = (text: string, most: number) => Array.from(text).slice(0, most).join('')
const fold = (text: string) => text.trim().replace(/\s+/g, ' ')

function expectHarmless({ violations, errors }: Guarded): void {
  expect(violations).toEqual([])
  expect(errors).toEqual([])
}

it('a wall shows more than six hundred scripts as plain words', async () => {
  const visitor = await guarded()
  const { page } = visitor
  await enter(visitor, jun, '/wall/galit')
  // One page at a time, because posts far from the screen leave the document.
  const shown: string[] = []
  for (let number = 0; shown.length < scripts.length; number++) {
    const posts = page.locator('[data-page]').nth(number).locator('[data-post]')
    await posts.first().waitFor()
    shown.push(...(await posts.locator('p').allTextContents()))
    await posts.last().scrollIntoViewIfNeeded()
  }
  await page.getByText('Dulo na ng pader').waitFor()
  expect(shown).toEqual(scripts.map((text) => text.trim()))
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  expectHarmless(visitor)
})

it.each([
  ['a phone', phone],
  ['a desk', desk],
])('a wall on %s keeps its layout whatever letters people write', async (_, viewport) => {
  const visitor = await guarded(viewport)
  const { page } = visitor
  await enter(visitor, jun, '/wall/malungkot')
  const posts = page.locator('[data-post]')
  for (const count of [20, shapes.length + 3]) {
    await posts.nth(count - 1).waitFor()
    await posts.last().scrollIntoViewIfNeeded()
    expect(await sticksOut(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  }
  expectHarmless(visitor)
})

it('posts with scripts are opened, quoted and answered, and no script runs', async () => {
  const visitor = await guarded()
  const { page } = visitor
  const { data: rows } = await jun.client
    .from('wall_posts')
    .select('id, content')
    .eq('mood', 'Sadness')
    .order('seq', { ascending: false })
    .throwOnError()
  const wanted = rows.filter(({ content }) =>
    [longestWord, shapes[5], shapes[11], shapes[12], scripts[0], scripts[1]].includes(content),
  )
  expect(wanted).toHaveLength(6)
  await enter(visitor, jun, '/diary')
  for (const { id, content } of wanted) {
    await page.goto(`/wall/malungkot?post=${id}`)
    const dialog = page.getByRole('dialog')
    await dialog.locator('p').first().waitFor()
    expect((await dialog.locator('p').first().textContent())?.trim()).toBe(content.trim())
    expect(await sticksOut(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  }
  const newcomer = await guarded()
  for (const { id, content } of wanted) {
    await newcomer.page.goto(`/signup?next=${encodeURIComponent(`/wall/malungkot?post=${id}`)}`)
    const quote = newcomer.page.locator('blockquote p')
    await quote.waitFor()
    // A quote folds empty lines, and cuts a long text until the reader asks for all of it.
    expect(fold(content)).toContain(fold((await quote.textContent()) ?? '').replace(/…$/, ''))
    expect(await overflow(newcomer.page)).toBeLessThanOrEqual(0)
  }
  expectHarmless(newcomer)
  expectHarmless(visitor)
})

it('scripts and strange letters under a post are shown as comments', async () => {
  const visitor = await guarded()
  const { page } = visitor
  await enter(visitor, jun, `/wall/masaya?post=${meeting}`)
  const dialog = page.getByRole('dialog')
  const comments = dialog.locator('[data-comment]')
  const earlier = dialog.getByRole('button', { name: 'Mga naunang komento' })
  const pieces = inPieces(scripts, 1_000)
  await comments.first().waitFor()
  // One statement wrote all comments, so they share one time. A late catch-up may bring all of them.
  for (let seen = await comments.count(); seen < pieces.length; seen = await comments.count()) {
    await earlier.click()
    await expect.poll(() => comments.count()).toBeGreaterThan(seen)
  }
  const shown = await comments.locator('p').allTextContents()
  expect(shown.toSorted()).toEqual(pieces.toSorted())
  expect(await overflow(page)).toBeLessThanOrEqual(0)

  await page.goto(`/wall/masaya?post=${byStrangers[4]}`)
  await comments.nth(shapes.length - 1).waitFor()
  expect(await sticksOut(page)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  expectHarmless(visitor)
})

it('polls show hundreds of scripts and strange letters as plain words, and keep their layout', async () => {
  const visitor = await guarded()
  const { page } = visitor
  const texts = [...new Map(scripts.map((text) => [foldOption(text), text.trim()])).values()]
  const options = texts.filter((text) => text === cut(text, 100)).slice(0, 450)
  const begun = [...shapes, longestWord, ...scripts].map((text) => cut(text.trim(), 300))
  const questions = begun.filter((text) => !isBlank(text)).slice(0, 45)
  await site.app.owner.query(
    `insert into public.polls (user_id, question, options)
     select $1, ($2::text[])[at], ($3::text[])[at * 10 - 9:at * 10] from generate_series(1, 45) as at`,
    [stranger(4).id, questions, options],
  )
  await enter(visitor, jun, '/polls')
  await page.locator('[data-poll]').nth(44).waitFor()
  const shown = await page.locator('[data-option] [dir=auto]').allTextContents()
  expect(shown.toSorted()).toEqual(options.toSorted())
  const asked = await page.locator('[data-poll] h2').allTextContents()
  expect(asked.toSorted()).toEqual(questions.toSorted())
  expect(await sticksOut(page)).toEqual([])
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  expectHarmless(visitor)
})

it('people whose names are scripts are found, shown, blocked and listed', async () => {
  const visitor = await guarded()
  const { page } = visitor
  const [first] = strangers
  await enter(visitor, jun, `/wall/masaya?q=${encodeURIComponent(first?.codename ?? '')}`)
  await page.locator('[data-post]').first().waitFor()
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe(first?.codename)
  await page.goto(`/wall/masaya?post=${byStrangers[3]}`)
  const dialog = page.getByRole('dialog')
  await dialog
    .locator('[data-comment]')
    .nth(strangers.length - 1)
    .waitFor()
  const { data: stored } = await jun.client
    .from('wall_comments')
    .select('codename')
    .eq('post_id', byStrangers[3] ?? '')
    .throwOnError()
  const words = await dialog.textContent()
  for (const { codename } of stored) expect(words).toContain(codename)

  for (const [at, text] of scripts.slice(-byStrangers.length).entries())
    expect(await report(jun, byStrangers[at] ?? '', text)).toBe(200)
  for (const person of strangers.slice(0, 4))
    await jun.client.from('user_blocks').insert({ blocker_id: jun.id, blocked_id: person.id }).throwOnError()
  for (const person of strangers.slice(4))
    await jun.client.from('user_mutes').insert({ muter_id: jun.id, muted_id: person.id }).throwOnError()
  await page.goto('/profile')
  await page.getByText('Naka-block at naka-mute').click()
  for (const { codename } of stored) await page.getByText(codename, { exact: true }).first().waitFor()
  await page.getByText('Mga ulat ko').click()
  await page
    .getByText('Tinitingnan pa namin')
    .nth(byStrangers.length - 1)
    .waitFor()
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  expectHarmless(visitor)
})

it("a script in a person's own name does not run", async () => {
  for (const person of strangers.slice(0, 4)) {
    const visitor = await guarded()
    await enter(visitor, person, '/profile')
    await visitor.page.getByRole('heading', { level: 1 }).first().waitFor()
    await visitor.page.goto('/wall/galit')
    await visitor.page.locator('[data-post]').first().waitFor()
    expectHarmless(visitor)
  }
})

it('a script in an address does not run', async () => {
  const visitor = await guarded()
  const { page } = visitor
  const some = scripts.filter((_, at) => at % 61 === 0)
  await enter(visitor, jun, '/wall/kalma')
  for (const text of some) {
    await page.goto(`/wall/kalma?q=${encodeURIComponent(text)}`)
    await expect
      .poll(() => page.getByRole('searchbox').inputValue())
      .toBe(Array.from(text.trim()).slice(0, 20).join(''))
    await page.goto(`/wall/${encodeURIComponent(text)}?post=${encodeURIComponent(text)}`)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    expect(await overflow(page)).toBeLessThanOrEqual(0)
  }
  expectHarmless(visitor)
})
