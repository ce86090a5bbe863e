import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectAccessibleEverywhere, type Site, startSite, type Visitor } from '../support/browser.ts'
import { enter, type Person, signUp, welcome } from '../support/cast.ts'
import { comes, told } from '../support/page.ts'

let site: Site
let mina: Person
beforeAll(async () => {
  site = await startSite()
  mina = await signUp(site.app, 'Mina')
})
afterAll(() => site.stop())

const taken = 'Salamat. Natanggap namin ang report mo, titingnan namin ito.'

/** Writes a post as Mina on the calm wall, with her comment. */
async function write(content: string): Promise<{ post: string; comment: string }> {
  const [post, comment] = [crypto.randomUUID(), crypto.randomUUID()]
  await mina.client
    .from('public_posts')
    .insert({ id: post, user_id: mina.id, mood: 'Calm', content })
    .throwOnError()
  await mina.client
    .from('post_comments')
    .insert({ id: comment, post_id: post, user_id: mina.id, content: `Tungkol sa: ${content}` })
    .throwOnError()
  return { post, comment }
}

async function openReport(page: Page, place: string) {
  await page.locator(place).getByRole('button', { name: 'Iba pa sa' }).last().click()
  await page.getByRole('menuitem', { name: 'I-report' }).click()
  const dialog = page.getByRole('dialog', { name: /^I-report ang/ })
  await dialog.waitFor()
  return {
    dialog,
    reason: (name: string) => dialog.getByRole('radio', { name }),
    details: dialog.getByLabel('Gusto mo bang magkuwento pa?'),
    send: dialog.getByRole('button', { name: 'I-report' }),
    words: (text: string) => dialog.getByText(text, { exact: true }).waitFor(),
  }
}

/** The list of reports on the profile. */
async function openList({ page }: Pick<Visitor, 'page'>, path = '/profile') {
  await page.goto(path)
  await page.getByText('Mga ulat ko', { exact: true }).click()
  return page.locator('details[open]')
}

const reportsOf = async (id: string) =>
  (
    await site.app.owner.query<{ reported_item_id: string; reason: string; details: string | null }>(
      'select reported_item_id, reason, details from public.reports where reporter_id = $1',
      [id],
    )
  ).rows

describe('a report', () => {
  it('a report of a post carries its reason, is sent once, gets thanks, and shows its outcome later', async () => {
    const { post } = await write('Wala kang kwentang kaibigan.')
    const ben = await welcome(site, 'Ben', '/wall/kalma')
    const { page } = ben
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/functions/v1/submit-report')) sent.push(request.method())
    })
    const place = `[data-post="${post}"]`
    const report = await openReport(page, place)
    expect(await report.dialog.getByRole('radio').count()).toBe(7)
    expect(await report.dialog.getByRole('radio', { checked: true }).count()).toBe(0)
    await report.details.fill('Paulit-ulit na niya itong ginagawa. 😢')
    await report.words('37/1000')
    await report.send.click()
    await report.dialog.getByRole('alert').getByText('Please select a reason for the report.').waitFor()
    await expectAccessibleEverywhere(page)

    // This reason shows a hotline to call.
    await report.reason('Pananakit sa sarili').check()
    await report.dialog.getByRole('link', { name: '0919-057-1553' }).waitFor()
    // The page does not thank before the report is sent.
    await report.dialog.getByText('Pindutin ang I-report para matingnan namin.').waitFor()
    expect(await report.dialog.getByText('Salamat').count()).toBe(0)
    await expectAccessibleEverywhere(page)
    await report.reason('Nambu-bully').check()
    await report.dialog.getByRole('link', { name: '0919-057-1553' }).waitFor({ state: 'detached' })

    const words = await report.details.inputValue()
    await report.details.fill('😢'.repeat(1_001))
    await report.words('1001/1000')
    await report.send.click()
    await report.words('Hanggang 1000 letra lang.')
    expect(sent).toEqual([])
    await report.details.fill(words)
    await Promise.all([comes(page, taken), report.send.dblclick()])
    // The dialog closes by itself, and the focus returns to the button that opened it.
    await report.dialog.waitFor({ state: 'detached' })
    await page.locator(`${place} button:focus[aria-haspopup=menu]`).waitFor()
    expect(sent).toEqual(['POST'])
    expect(await reportsOf(ben.person.id)).toEqual([
      { reported_item_id: post, reason: 'harassment', details: words },
    ])
    expect(ben.errors).toEqual([])

    const again = await openReport(page, place)
    await again.reason('Iba pa').check()
    await again.details.fill('Ulit.')
    await again.send.click()
    await again.words('Na-report mo na ito. Tinitingnan na namin.')
    expect([await again.details.inputValue(), await again.reason('Iba pa').isChecked()]).toEqual([
      'Ulit.',
      true,
    ])
    await again.dialog.getByRole('button', { name: 'Huwag na' }).click()
    await again.dialog.waitFor({ state: 'detached' })

    const list = await openList(ben)
    await list.getByText('Post · Nambu-bully o nanggugulo').waitFor()
    await list.getByText('Tinitingnan pa namin', { exact: true }).waitFor()
    await expectAccessibleEverywhere(page)
    await mina.client.from('public_posts').delete().eq('id', post).throwOnError()
    await (await openList(ben)).getByText('Binura na ito ng sumulat.', { exact: true }).waitFor()
    expect(ben.errors).toEqual([expect.stringContaining('status of 409')])
  })

  it('a report that is being sent ignores Escape, and one that is closed early keeps its words', async () => {
    const { post } = await write('Mahabang usapan.')
    const { page } = await welcome(site, 'Edna', '/wall/kalma')
    const place = `[data-post="${post}"]`
    const begun = await openReport(page, place)
    await begun.reason('Iba pa').check()
    await begun.details.fill('Mahabang kuwento.')
    await page.keyboard.press('Escape')
    await begun.dialog.waitFor({ state: 'detached' })
    const report = await openReport(page, place)
    expect([await report.details.inputValue(), await report.reason('Iba pa').isChecked()]).toEqual([
      'Mahabang kuwento.',
      true,
    ])
    const answer = Promise.withResolvers<void>()
    await page.route('**/functions/v1/submit-report', async (route) => {
      await answer.promise
      await route.fulfill({ status: 502, contentType: 'text/html', body: '<html>Bad Gateway</html>' })
    })
    await report.send.click()
    for (let press = 0; press < 3; press++) {
      await page.keyboard.press('Escape')
      expect(await report.dialog.isVisible()).toBe(true)
    }
    // A phone's back gesture closes the dialog itself. A page can prevent that only once.
    await page.evaluate(() => document.querySelector('dialog')?.close())
    await expect.poll(() => page.evaluate(() => document.querySelector('dialog:modal') !== null)).toBe(true)
    answer.resolve()
    await report.words('Failed to submit report.')
    await page.keyboard.press('Escape')
    await report.dialog.waitFor({ state: 'detached' })
  })

  it('a comment is reported from its menu', async () => {
    const { post, comment } = await write('Magandang umaga sa lahat.')
    const { page, person, errors } = await welcome(site, 'Carla', '/wall/kalma')
    await page
      .locator(`[data-post="${post}"]`)
      .getByRole('button', { name: 'sa post ni Tahimik Mina', expanded: false })
      .first()
      .click()
    const report = await openReport(page, `[data-comment="${comment}"]`)
    await report.reason('Spam o scam').check()
    await Promise.all([comes(page, taken), report.send.click()])
    await report.dialog.waitFor({ state: 'detached' })
    expect(await reportsOf(person.id)).toEqual([{ reported_item_id: comment, reason: 'spam', details: null }])
    await (await openList({ page })).getByText('Komento · Spam o scam').waitFor()
    expect(errors).toEqual([])
  })

  it('a report that fails keeps its words, and says why', async () => {
    const { post } = await write('Bibili po ako ng followers.')
    const { page, person, context, errors } = await welcome(site, 'Dan', '/wall/kalma')
    const place = `[data-post="${post}"]`
    await page.locator(place).waitFor()
    // Offline, the dialog's code cannot load. Back online, it can.
    await context.setOffline(true)
    await page.locator(place).getByRole('button', { name: 'Iba pa sa' }).last().click()
    await page.getByRole('menuitem', { name: 'I-report' }).click()
    await told(page, 'Mukhang walang internet.')
    await context.setOffline(false)
    const report = await openReport(page, place)
    await report.reason('Spam o scam').check()
    await report.details.fill('Nagbebenta ito.')
    await context.setOffline(true)
    await report.send.click()
    await report.words('An unexpected error occurred.')
    expect(await report.details.inputValue()).toBe('Nagbebenta ito.')
    await context.setOffline(false)
    // Mina deletes the post meanwhile.
    await mina.client.from('public_posts').delete().eq('id', post).throwOnError()
    await report.send.click()
    await report.words('Failed to submit report.')
    expect([await report.details.inputValue(), await report.reason('Spam o scam').isChecked()]).toEqual([
      'Nagbebenta ito.',
      true,
    ])
    await page.keyboard.press('Escape')
    await report.dialog.waitFor({ state: 'detached' })
    expect(await reportsOf(person.id)).toEqual([])
    expect(errors.filter((error) => !error.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([
      expect.stringContaining('status of 404'),
    ])
  })
})

describe('the list of one’s reports', () => {
  it("the list of a person's reports is empty at first, shows every outcome, and loads twenty at a time", async () => {
    const visitor = await welcome(site, 'Elsa', '/wall/kalma')
    const { page, person } = visitor
    await (await openList(visitor)).getByText('Wala ka pang nire-report.').waitFor()
    await site.app.owner.query(
      `insert into public.reports (reporter_id, reported_item_type, reported_item_id, reason, status, resolved_at, created_at)
       select $1, 'direct_message', gen_random_uuid(), 'other', status, case when status <> 'open' then now() end,
         now() - day * interval '1 day'
       from generate_series(1, 25) as day, lateral (select (array['removed', 'dismissed', 'open'])[1 + day % 3] as status) as each`,
      [person.id],
    )
    const list = await openList(visitor)
    await list.getByText('Inalis namin ito. Salamat.', { exact: true }).first().waitFor()
    await list.getByText('Tiningnan namin: hindi lumabag sa patakaran.', { exact: true }).first().waitFor()
    await expect.poll(() => list.getByRole('listitem').count()).toBe(20)
    await list.getByRole('button', { name: 'Ipakita pa' }).click()
    await list.getByText('25 araw ago').or(list.getByText('3 linggo ago')).last().waitFor()
    await page.waitForFunction(() => document.querySelectorAll('details[open] li').length === 25)
    expect(await list.getByRole('button', { name: 'Ipakita pa' }).count()).toBe(0)

    // Another person's list is separate.
    await enter(visitor, mina, '/profile')
    await (await openList(visitor)).getByText('Wala ka pang nire-report.').waitFor()
    expect(visitor.errors).toEqual([])
  })
})
