import { randomBytes } from 'node:crypto'
import type { Tools } from '../deps.ts'

/** Time to log in at a provider and come back. */
export const flowMinutes = 10

type Cookies = Pick<Tools, 'settings'>

// With `__Host-` no page of a sister domain can plant the cookie.
const nameOf = ({ settings }: Cookies) =>
  settings.publicUrl.startsWith('https:') ? '__Host-emote-flow' : 'emote-flow'

/** The browser that began a log-in elsewhere. Only it can end the log-in. */
export function readBrowser(tools: Cookies, request: Request): string | undefined {
  const pattern = new RegExp(`(?:^|; *)${nameOf(tools)}=([\\w-]{43})(?:;|$)`)
  return pattern.exec(request.headers.get('cookie') ?? '')?.[1]
}

/** The browser of the request, or a new one, and its cookie. Two tabs share it, so that both log-ins can end. */
export function browserCookie(tools: Cookies, request: Request): { browser: string; cookie: string } {
  const browser = readBrowser(tools, request) ?? randomBytes(32).toString('base64url')
  const name = nameOf(tools)
  const secure = name.startsWith('__Host-') ? '; Secure' : ''
  // Lax: the way back is a navigation from another site.
  const cookie = `${name}=${browser}; Path=/; Max-Age=${flowMinutes * 60}; HttpOnly; SameSite=Lax${secure}`
  return { browser, cookie }
}
