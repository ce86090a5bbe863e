import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  desk,
  expectAccessible,
  expectAccessibleEverywhere,
  phone,
  type Site,
  startSite,
} from '../support/browser.ts'
import { enter, signUp, welcome } from '../support/cast.ts'
import { told } from '../support/page.ts'
import sharp from 'sharp'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.stop())

/** A real picture. Noise keeps it large in every format. */
async function makePicture(format: 'png' | 'jpeg', width: number, height: number, noisy = false) {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const buffer = await sharp({
    create: { width, height, channels: 3, background: '#5b8a9a', ...(noisy && { noise }) },
  })
    .toFormat(format)
    .toBuffer()
  return { name: `larawan.${format}`, mimeType: `image/${format}`, buffer }
}

const choose = (page: Page, file: { name: string; mimeType: string; buffer: Buffer }) =>
  page.locator('input[type=file]').first().setInputFiles(file)
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Larawan mo' })
const send = (page: Page) => dialogOf(page).getByRole('button', { name: 'I-upload' }).click()
const updated = (page: Page) => told(page, 'Avatar updated successfully! 📸')

/** The address of the picture on the page, once it is drawn. */
async function faceOf(page: Page): Promise<string> {
  const face = page.locator('main img')
  await face.waitFor()
  await page.waitForFunction(
    () => (document.querySelector<HTMLImageElement>('main img')?.naturalWidth ?? 0) > 0,
  )
  return (await face.getAttribute('src')) ?? ''
}

const profileOf = async (id: string) =>
  (
    await site.app.owner.query<{ avatar_url: string | null; invisible: boolean }>(
      'select avatar_url, invisible from public.user_profiles where id = $1',
      [id],
    )
  ).rows[0]

describe('a picture of one’s own', () => {
  it("a person's picture is uploaded as a small square, seen by others, replaced, and removed completely", async () => {
    const { page, person, errors } = await welcome(site, 'Ana', '/profile')
    await person.client
      .from('public_posts')
      .insert({ mood: 'Calm', content: 'Hangin sa dagat.' })
      .throwOnError()
    const picture = await makePicture('png', 1200, 900, true)
    await choose(page, picture)
    await dialogOf(page).getByText('Hilahin ang larawan para ilipat.').waitFor()
    // The arrow keys move the crop too.
    await dialogOf(page).getByLabel('Pakaliwa o pakanan').press('End')
    await dialogOf(page).getByLabel('Lapit').fill('1.5')
    for (const size of [desk, phone]) {
      await page.setViewportSize(size)
      await expectAccessible(page)
    }
    const sending = page.waitForRequest((request) => request.url().includes('/storage/v1/object/avatars/'))
    const [sent] = await Promise.all([sending, send(page)])
    await updated(page)
    await dialogOf(page).waitFor({ state: 'detached' })
    const first = await faceOf(page)
    expect(first).toMatch(new RegExp(`^/storage/v1/object/public/avatars/${person.id}/[\\da-f]{24}\\.webp$`))
    const bytes = Number((await sent.allHeaders())['content-length'])
    expect(bytes).toBeLessThan(picture.buffer.length / 10)
    expect((await profileOf(person.id))?.avatar_url).toBe(first)
    const stored = await site.app.fetch(first)
    const { width, height } = await sharp(Buffer.from(await stored.arrayBuffer())).metadata()
    expect([stored.headers.get('content-type'), width, height]).toEqual(['image/webp', 512, 512])

    const other = await welcome(site, 'Ben', '/wall/kalma')
    await other.page.locator(`[data-post] img[src="${first}"]`).waitFor()

    await choose(page, await makePicture('jpeg', 300, 500))
    await send(page)
    await updated(page)
    await dialogOf(page).waitFor({ state: 'detached' })
    const second = await faceOf(page)
    expect(second).not.toBe(first)
    expect([400, 404]).toContain((await site.app.fetch(first)).status)

    await page.getByRole('button', { name: 'Alisin ang larawan' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Alisin', exact: true }).click()
    await told(page, 'Avatar removed successfully! 🗑️')
    await page.locator('button:focus', { hasText: 'Maglagay ng larawan' }).waitFor()
    expect(await page.locator('main img').count()).toBe(0)
    expect([400, 404]).toContain((await site.app.fetch(second)).status)
    const { rows } = await site.app.owner.query('select from storage.objects where owner_id = $1', [
      person.id,
    ])
    expect(rows).toEqual([])
    expect([...errors, ...other.errors]).toEqual([])
  })

  it('a file that is no picture is refused with a reason, by the browser and by the server', async () => {
    const { page, errors } = await welcome(site, 'Carla', '/profile')
    await page.getByRole('button', { name: 'Maglagay ng larawan' }).waitFor()
    await choose(page, { name: 'liham.txt', mimeType: 'text/plain', buffer: Buffer.from('Mahal kong diary') })
    const words = page.getByRole('alert').getByText('Hindi larawan ang file na ’yan.')
    await words.waitFor()
    await expectAccessible(page)
    expect(await dialogOf(page).getByRole('button', { name: 'I-upload' }).count()).toBe(0)
    expect(errors).toEqual([])

    // The file's name ends as a picture's, but its first bytes differ. Nothing is sent.
    const other = dialogOf(page).locator('input[type=file]')
    const disguise = (bytes: Uint8Array) => other.setInputFiles({ ...cut, buffer: Buffer.from(bytes) })
    const alert = (text: string) => page.getByRole('alert').getByText(text).waitFor()
    const { buffer: jpeg, ...named } = await makePicture('jpeg', 64, 64)
    const cut = { ...named, buffer: jpeg.subarray(0, 20) }
    await disguise(new Uint8Array())
    await alert('Walang laman o hindi mabasa ang file na ’yan.')
    await disguise(Buffer.from('%PDF-1.7'))
    await words.waitFor()
    await disguise(Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic'))
    await alert('HEIC pala ’yan')
    const bomb = Buffer.from((await makePicture('png', 8, 8)).buffer)
    bomb.writeUInt32BE(60_000, 16)
    bomb.writeUInt32BE(60_000, 20)
    await disguise(bomb)
    await alert('Sobrang laki ng larawang ’yan')
    // Cancelling the file chooser does not close the dialog.
    await other.dispatchEvent('cancel', { bubbles: true })
    await alert('Sobrang laki ng larawang ’yan')

    // This browser cannot show the JPEG. The server decides.
    await other.setInputFiles(cut)
    await dialogOf(page).getByText('Hindi ito maipakita ng browser mo').waitFor()
    expect(errors).toEqual([])
    await send(page)
    await words.waitFor()
    await disguise(Buffer.concat([cut.buffer, Buffer.alloc(5 * 1024 * 1024)]))
    await alert('Masyadong malaki ang larawan: hanggang 5 MB lang.')
    await dialogOf(page).getByRole('button', { name: 'Huwag na' }).click()

    // The person cancels the file chooser.
    await page.locator('input[type=file]').first().dispatchEvent('cancel', { bubbles: true })
    await told(page, 'You must select an image to upload.')
    expect(errors).toEqual([expect.stringContaining('status of 400')])
  })

  it('a picture stays chosen when the upload breaks or is stopped, and one tap tries again', async () => {
    const { page, context, person } = await welcome(site, 'Dolores', '/profile')
    await page.getByRole('button', { name: 'Maglagay ng larawan' }).waitFor()
    // A photograph of 12 megapixels, the size of a phone's.
    await choose(page, await makePicture('jpeg', 4000, 3000))
    await dialogOf(page).getByText('Hilahin ang larawan para ilipat.').waitFor()
    await context.setOffline(true)
    await send(page)
    await page.getByRole('alert').getByText('Mukhang walang internet.').waitFor()
    await context.setOffline(false)

    // The person stops the running upload.
    await page.route('**/storage/v1/object/avatars/**', () => undefined)
    const again = dialogOf(page).getByRole('button', { name: 'Subukan ulit' })
    await again.click()
    await dialogOf(page).getByRole('progressbar').waitFor()
    await expectAccessible(page)
    await dialogOf(page).getByRole('button', { name: 'Itigil' }).click()
    await dialogOf(page).getByRole('button', { name: 'Huwag na' }).waitFor()
    await page.unroute('**/storage/v1/object/avatars/**')

    const slowDown = {
      statusCode: '429',
      error: 'SlowDown',
      message: 'Too many changes: try again in 12 seconds',
      code: 'SlowDown',
    }
    await page.route('**/storage/v1/object/avatars/**', (route) =>
      route.fulfill({ status: 429, json: slowDown }),
    )
    await send(page)
    await page
      .getByRole('alert')
      .getByText('Pahinga muna saglit. Puwede ulit pagkalipas ng 12 segundo.')
      .waitFor()
    await page.unroute('**/storage/v1/object/avatars/**')
    await again.click()
    await updated(page)
    expect((await profileOf(person.id))?.avatar_url).toBe(await faceOf(page))
  })

  it('a picture waits for a log-in when the session has ended elsewhere', async () => {
    const { page, person } = await welcome(site, 'Gloria', '/profile')
    await page.getByRole('button', { name: 'Maglagay ng larawan' }).waitFor()
    await choose(page, await makePicture('png', 64, 64))
    // The session ends under the upload: the bell would notice an earlier end before the press.
    await page.route('**/storage/v1/object/**', async (route) => {
      await site.app.owner.query('delete from auth.sessions where user_id = $1', [person.id])
      await route.continue()
    })
    await send(page)
    await page.waitForURL('**/login?next=%2Fprofile')
    await page.getByRole('status').getByText('Na-log out ka rito, baka mula sa ibang tab o device.').waitFor()
    await expectAccessible(page)
    const { rows } = await site.app.owner.query('select from storage.objects where owner_id = $1', [
      person.id,
    ])
    expect(rows).toEqual([])
  })
})

describe('the account', () => {
  it('a person changes their codename, but not into one of the staff', async () => {
    const { page, person, errors } = await welcome(site, 'Elena', '/profile')
    await page.getByText(person.email, { exact: true }).waitFor()
    const rename = page.getByRole('button', { name: 'Palitan ang codename' })
    await rename.click()
    const field = page.getByLabel('Codename', { exact: true })
    const save = page.getByRole('button', { name: 'Save' })
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    await field.fill('   ')
    expect(await save.isDisabled()).toBe(true)
    await field.fill('Elena ng gabing napakahaba')
    await page.getByText('20/20 characters', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Generate Random' }).click()
    expect(await field.inputValue()).toMatch(/^\S+ \S+$/)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByText(person.codename, { exact: true }).waitFor()
    await page.locator('button:focus', { hasText: 'Palitan ang codename' }).waitFor()

    await rename.click()
    await field.fill('\u3164\u200b')
    expect(await save.isDisabled()).toBe(true)
    await field.fill('Emi')
    await save.click()
    const refused = page.getByText(/^Nakareserba ang codename na ’yan/)
    await refused.waitFor()
    expect(errors.splice(0)).toEqual(Array(2).fill(expect.stringContaining('status of 400')))
    expect(await field.inputValue()).toBe('Emi')
    await field.fill('Elena Liwanag')
    await refused.waitFor({ state: 'detached' })
    await field.press('Enter')
    await told(page, 'Codename updated successfully! 🎉')
    await page.reload()
    await page.getByText('Elena Liwanag', { exact: true }).waitFor()
    expect(errors).toEqual([])
  })

  it('a refused codename is never shown as saved, also for a person without a profile row', async () => {
    const { page, person, errors } = await welcome(site, 'Imelda', '/about')
    await site.app.owner.query('delete from public.user_profiles where id = $1', [person.id])
    await page.goto('/profile')
    await page.getByRole('button', { name: 'Pumili ng codename' }).click()
    const refused = page.getByText(/^Nakareserba ang codename na ’yan/)
    for (const name of ['Emi', 'emote admin', 'Adm1n']) {
      const answered = page.waitForResponse((answer) => answer.request().method() === 'PATCH')
      await page.getByLabel('Codename', { exact: true }).fill(name)
      await page.getByRole('button', { name: 'Save' }).click()
      await answered
      await refused.waitFor()
    }
    await page.goto('/codename?next=/profile')
    await page.getByRole('button', { name: 'Gusto kong ako ang mag-type' }).click()
    await page.getByLabel('Sarili mong codename').fill('Emi')
    await page.getByRole('button', { name: "G na 'to!" }).click()
    await refused.waitFor()
    expect(new URL(page.url()).pathname).toBe('/codename')
    expect(errors).toEqual(Array(4).fill(expect.stringContaining('status of 400')))
    expect(await profileOf(person.id)).toBeUndefined()
    const { data } = await person.client.auth.getUser()
    expect(data.user?.user_metadata['codename']).toBe(person.codename)
  })

  it('the profile shows the plan, keeps the wish to be invisible, and works for a person without a profile row', async () => {
    const person = await signUp(site.app, 'Fe')
    await site.app.owner.query('delete from public.user_profiles where id = $1', [person.id])
    const visitor = await site.visitor()
    await enter(visitor, person, '/profile')
    const { page, context, errors } = visitor
    await page.getByText('Wala pang codename', { exact: true }).waitFor()
    expect(await page.getByRole('link', { name: 'Upgrade' }).getAttribute('href')).toBe('/billing-manual')
    const lever = page.getByRole('switch', { name: 'Huwag ipakita na online ako' })
    expect(await lever.isChecked()).toBe(false)
    // Offline, the page says that nothing was changed yet.
    const unsent = page.getByText('kaya hindi pa ito nabago', { exact: false })
    await context.setOffline(true)
    await lever.click()
    await unsent.waitFor()
    expect(await lever.isChecked()).toBe(false)
    await context.setOffline(false)
    await unsent.waitFor({ state: 'detached' })
    await lever.check()
    await expect.poll(async () => (await profileOf(person.id))?.invisible).toBe(true)
    await site.app.owner.query(
      `update public.user_profiles set is_premium = true, premium_until = '2999-12-31' where id = $1`,
      [person.id],
    )
    await page.reload()
    await page.getByText('Premium until', { exact: true }).waitFor()
    await page.getByText('Disyembre 31, 2999', { exact: true }).waitFor()
    expect(await lever.isChecked()).toBe(true)
    // Premium has no limits to show.
    expect(await page.getByRole('meter').count()).toBe(0)
    expect(await page.getByRole('link', { name: 'Upgrade' }).count()).toBe(0)
    expect(errors.filter((error) => !error.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
  })

  it('a free person sees what is left, and is warned from 80 % on', async () => {
    const { page, person, errors } = await welcome(site, 'Hiraya', '/about')
    const { owner } = site.app
    const used = `select $1, now() - interval '1 day', now() from generate_series(1, $2)`
    for (const [table, count] of [
      ['usage_ai_refinements', 8],
      ['usage_emi_messages', 23],
    ] as const)
      await owner.query(`insert into public.${table} (user_id, created_at, settled_at) ${used}`, [
        person.id,
        count,
      ])
    await owner.query(
      `insert into public.chat_uploads (user_id, state) select $1, 'gone' from generate_series(1, 2)`,
      [person.id],
    )
    await page.goto('/profile')
    const usage = page.getByRole('region', { name: 'Gamit at limit' })
    const saidBy = async (name: string) =>
      await usage.getByRole('meter', { name }).getAttribute('aria-valuetext')
    await usage.getByRole('meter').first().waitFor()
    expect([
      await saidBy('AI Refinements'),
      await saidBy('Emi Messages'),
      await saidBy('Files today'),
    ]).toEqual(['8 sa 10', '23 sa 30', '2 sa 2'])
    await usage.getByText('2 pa ang natitira').waitFor()
    await usage.getByText('7 pa ang natitira').waitFor()
    await usage.getByText(/^Ubos na muna\. May babalik sa /).waitFor()
    expect(await usage.getByText('Almost at limit!').count()).toBe(1)
    await expectAccessibleEverywhere(page)
    expect(errors).toEqual([])
  })

  it('a person sees where they are logged in, and logs out there from here', async () => {
    const { page, person, errors } = await welcome(site, 'Juana', '/profile')
    const logIn = async (userAgent: string) => {
      const response = await site.app.fetch('/auth/v1/token?grant_type=password', {
        method: 'POST',
        headers: {
          apikey: site.app.keys.anonKey,
          'content-type': 'application/json',
          'user-agent': userAgent,
        },
        body: JSON.stringify({ email: person.email, password: person.password }),
      })
      expect(response.status).toBe(200)
    }
    const sessions = async () =>
      (await site.app.owner.query('select from auth.sessions where user_id = $1', [person.id])).rowCount
    await logIn('Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/148.0.0.0 Mobile Safari/537.36')
    await page.getByText('Mga device na naka-log in').click()
    const list = page.getByRole('list', { name: 'Mga device na naka-log in' })
    await list.getByText('Ito ang gamit mo ngayon').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'I-log out ang Chrome · Android' }).click()
    await told(page, 'Na-log out na iyon.')
    await page.getByText('Dito ka lang naka-log in.').waitFor()
    expect(await list.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await sessions()).toBe(1)

    for (const system of ['Windows NT 10.0', 'Macintosh; Intel Mac OS X 10_15_7'])
      await logIn(`Mozilla/5.0 (${system}) AppleWebKit/537.36 Chrome/148.0.0.0 Safari/537.36`)
    await page.reload()
    await page.getByText('Mga device na naka-log in').click()
    await list.getByText('Chrome · Mac', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'I-log out ang lahat ng iba' }).click()
    await page.getByText('Dito ka lang naka-log in.').waitFor()
    expect(await sessions()).toBe(1)
    expect(errors).toEqual([])
  })
})
