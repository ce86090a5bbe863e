// A cheap phone: a small screen, a processor four times slower than this one, and a logged-in person.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContext } from 'playwright-core'
import { root } from './processes.ts'

export const slowdown = 4

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export function startBrowser(): Promise<Browser> {
  if (!existsSync(join(root, 'dist/web/app.html'))) throw new Error('Build the app first: npm run build')
  return chromium.launch({ executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: flags })
}

/** A new browser profile. `session` is what the client keeps in its storage (`signUp`). */
export function openPhone(browser: Browser, origin: string, session?: string): Promise<BrowserContext> {
  const localStorage = session ? [{ name: 'sb-127-auth-token', value: session }] : []
  return browser.newContext({
    viewport: { width: 360, height: 800 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'fil-PH',
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  })
}

/** Signs up a new person with a codename through the API. Returns what the client keeps in its storage. */
export async function signUp(origin: string, apikey: string, codename = 'Tahimik Mina'): Promise<string> {
  const call = async (method: string, path: string, token: string, body: object) => {
    const response = await fetch(origin + path, {
      method,
      headers: { apikey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
    return response
  }
  const email = `${codename.toLowerCase().replace(' ', '-')}@example.test`
  const account = { email, password: 'lihim-ni-mina-7' }
  const made = await call('POST', '/auth/v1/signup', apikey, account)
  const session = (await made.json()) as { access_token: string; user: { id: string } }
  const profile = { id: session.user.id, email: account.email, codename }
  await call('POST', '/rest/v1/user_profiles', session.access_token, profile)
  const named = await call('PUT', '/auth/v1/user', session.access_token, { data: { codename } })
  return JSON.stringify({ ...session, user: await named.json() })
}
