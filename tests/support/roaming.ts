import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { type TestApp, url as home } from './app.ts'

export type Roaming = {
  /** One request with the cookies of its host. */
  send: typeof fetch
  /** Follows redirects until a page of the app, or until an address that begins with `until`. Returns the address. */
  roam(address: string, until?: string): Promise<URL>
  /** The official client of a page in this browser. */
  client: SupabaseClient
}

/** A browser between the app and other servers: it keeps cookies and follows redirects. */
export function roamingBrowser(app: TestApp, flowType: 'implicit' | 'pkce' = 'implicit'): Roaming {
  const jars = new Map<string, Map<string, string>>()
  const send: typeof fetch = async (input, init) => {
    const request = new Request(input, { redirect: 'manual', ...init })
    const { host, origin } = new URL(request.url)
    const jar = jars.get(host) ?? new Map<string, string>()
    jars.set(host, jar)
    const cookies = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    if (cookies) request.headers.set('cookie', cookies)
    const response = await (origin === home ? app.app.fetch(request) : fetch(request))
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (name && value !== undefined) jar.set(name, value)
    }
    return response
  }
  const roam: Roaming['roam'] = async (address, until) => {
    const at = new URL(address, home)
    if (until && at.href.startsWith(until)) return at
    if (at.origin === home && !at.pathname.startsWith('/auth/v1/')) return at
    const response = await send(at)
    const next = response.headers.get('location')
    if (!next) throw new Error(`${at.origin}${at.pathname}: ${response.status} ${await response.text()}`)
    return roam(new URL(next, at).href, until)
  }
  const client = createClient(home, app.keys.anonKey, {
    auth: { autoRefreshToken: false, persistSession: false, detectSessionInUrl: false, flowType },
    global: { fetch: send },
  })
  return { send, roam, client }
}

/** The fields of an address's query and fragment. */
export const landed = ({ search, hash }: URL): Record<string, string> => ({
  ...Object.fromEntries(new URLSearchParams(search)),
  ...Object.fromEntries(new URLSearchParams(hash.slice(1))),
})
