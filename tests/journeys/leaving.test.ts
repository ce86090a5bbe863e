import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessibleEverywhere, type Site, startSite } from '../support/browser.ts'
import { signUp, welcome } from '../support/cast.ts'
import { post, say, toggle } from '../support/comments.ts'
import { told } from '../support/page.ts'
import { placesKept } from '../support/stores.ts'
import { card, openWall } from '../support/wall.ts'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

it('a person deactivates the account with the password, and disappears from open walls at once', async () => {
  const ben = await signUp(site.app, 'Ben')
  const bens = await post(ben)
  const { page, person: mina, errors } = await welcome(site, 'Mina', '/profile')
  const [named, nameless] = [await post(mina), await post(mina, true)]
  await say(mina, bens.id, 'Nandito lang ako.')
  const wall = await openWall(await site.visitor(), ben)
  await card(wall, named.text).waitFor()
  const phone = await openWall(await site.visitor(), mina)
  await site.app.owner.query(
    `update auth.sessions set created_at = created_at - interval '1 hour' where user_id = $1`,
    [mina.id],
  )

  await page.getByRole('button', { name: 'Deactivate Account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Deactivate Account' })
  for (const words of ['Mga komento at reaction mo', 'Mga poll at boto mo', 'Hindi na ito mababawi.'])
    await dialog.getByText(words).waitFor()
  const leave = dialog.getByRole('button', { name: 'Deactivate', exact: true })
  await leave.click()
  const password = dialog.getByLabel('Password', { exact: true })
  await password.waitFor()
  await expectAccessibleEverywhere(page)
  await password.fill('hindi-ito-7')
  await leave.click()
  await dialog.getByText('Mali ang password. Subukan ulit.').waitFor()
  await password.fill(mina.password)
  await password.press('Enter')
  await page.waitForURL((url) => url.pathname === '/login')
  await page.getByRole('heading', { name: 'Ingat ka lagi' }).waitFor()
  await told(page, 'Nabura na ang account mo. Ingat ka lagi.')

  await card(wall, named.text).waitFor({ state: 'detached' })
  await card(wall, nameless.text).waitFor({ state: 'detached' })
  await expect.poll(() => toggle(card(wall, bens.text)).innerText()).not.toContain('1')
  // Her other device forgets her too.
  await phone.waitForURL('**/login')
  await phone.getByRole('heading', { name: 'Uy, balik ka!' }).waitFor()
  expect(await phone.getByText('Nandito pa ang lahat').count()).toBe(0)
  for (const each of [page, phone])
    for (const words of [mina.id, mina.email]) expect(await placesKept(each, words)).toEqual([])
  // The two answers that asked for the password.
  expect(errors.filter((error) => !error.includes('403'))).toEqual([])
})
