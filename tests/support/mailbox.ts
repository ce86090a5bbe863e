import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import PostalMime, { type Email } from 'postal-mime'
import { expect } from 'vitest'
import type { TestApp } from './app.ts'

export type Received = { subject: string; text: string; link: URL; token: string; code: string }

/** Every mail in the outbox to `address`, oldest first. */
export async function mailsTo(app: TestApp, address: string): Promise<Email[]> {
  const names = (await readdir(app.outbox)).filter((name) => name.endsWith('.eml')).toSorted()
  const mails = await Promise.all(
    names.map(async (name) => PostalMime.parse(await readFile(join(app.outbox, name)))),
  )
  return mails.filter(({ to }) => to?.some((one) => one.address === address))
}

/**
 * Waits for the `count`th mail to `address` whose subject holds `about`. Link, token and code are empty in mails without them.
 */
export async function mailTo(app: TestApp, address: string, count = 1, about = ''): Promise<Received> {
  const find = async () =>
    (await mailsTo(app, address)).filter(({ subject }) => subject?.includes(about))[count - 1]
  await expect.poll(find, { interval: 10, message: `mail number ${count}` }).toBeDefined()
  const mail = await find()
  const text = mail?.text ?? ''
  const link = new URL(/http\S+/.exec(text)?.[0] ?? 'http://none.test')
  return {
    subject: mail?.subject ?? '',
    text,
    link,
    token: link.searchParams.get('token') ?? '',
    code: /: (\d{6,10})$/m.exec(text)?.[1] ?? '',
  }
}

/** Follows a mailed link, and presses the button when it leads to a page. Returns the answer's target and fragment. */
export async function follow(app: TestApp, link: URL, headers: Record<string, string> = {}) {
  const opened = await app.fetch(link.pathname + link.search, { headers })
  const form = opened.status === 200 ? formOf(await opened.text()) : undefined
  const response = form ? await press(app, form, headers) : opened
  const location = response.headers.get('location') ?? ''
  const [to = '', fragment = ''] = location.split('#')
  return { response, to, fragment: Object.fromEntries(new URLSearchParams(fragment)) }
}

/** The hidden fields of a link's page. */
export function formOf(html: string): URLSearchParams {
  const fields = html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)
  return new URLSearchParams(
    [...fields].map(([, name = '', value = '']) => [
      name,
      value.replaceAll(/&#(\d+);/g, (_all, sign: string) => String.fromCodePoint(Number(sign))),
    ]),
  )
}

/** Sends the form of a link's page, as a browser does. */
export const press = (app: TestApp, form: URLSearchParams, headers: Record<string, string> = {}) =>
  app.fetch('/auth/v1/verify', {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: 'http://emote.test',
      'sec-fetch-site': 'same-origin',
      ...headers,
    },
    body: form.toString(),
  })

/** The codes of the SMS to a number, oldest first. */
export async function codesTo(at: TestApp, number: string): Promise<string[]> {
  const names = (await readdir(at.outbox)).filter((name) => name.endsWith('.sms')).toSorted()
  const texts = await Promise.all(names.map((name) => readFile(join(at.outbox, name), 'utf8')))
  return texts
    .filter((text) => text.startsWith(`To: +${number}\n`))
    .map((text) => /Emote: (\d+) /.exec(text)?.[1] ?? '')
}
/** Waits for so many SMS. Returns the code of the newest. */
export const codeTo = async (at: TestApp, number: string, which = 1) => {
  await expect.poll(async () => (await codesTo(at, number)).length, { interval: 10 }).toBe(which)
  return (await codesTo(at, number)).at(-1) ?? ''
}

/** Opens a mailed link in a browser, and presses its button. */
export async function openLink(page: Page, link: URL, button: string): Promise<void> {
  await page.goto(link.href)
  await page.getByRole('button', { name: button }).click()
}
