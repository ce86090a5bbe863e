import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
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

/** Waits for the `count`th mail to `address`. Link, token and code are empty in mails without them. */
export async function mailTo(app: TestApp, address: string, count = 1): Promise<Received> {
  const find = async () => (await mailsTo(app, address))[count - 1]
  await expect.poll(find, { interval: 10, message: `mail number ${count}` }).toBeDefined()
  const mail = await find()
  const text = mail?.text ?? ''
  const link = new URL(/http\S+/.exec(text)?.[0] ?? 'http://none.test')
  return {
    subject: mail?.subject ?? '',
    text,
    link,
    token: link.searchParams.get('token') ?? '',
    code: /: (\d{6})$/m.exec(text)?.[1] ?? '',
  }
}

/** Follows a mailed link. Returns the answer's target and fragment. */
export async function follow(app: TestApp, link: URL, headers: Record<string, string> = {}) {
  const response = await app.fetch(link.pathname + link.search, { headers })
  const location = response.headers.get('location') ?? ''
  const [to = '', fragment = ''] = location.split('#')
  return { response, to, fragment: Object.fromEntries(new URLSearchParams(fragment)) }
}
