/** The official clients, in a chunk of their own: import this module from member pages, or through `connect()` in session.ts. */
import type { Challenge } from 'altcha-lib'
import { AuthClient, isAuthRetryableFetchError } from '@supabase/auth-js'
import { PostgrestClient } from '@supabase/postgrest-js'
import type { Database } from '../../shared/database.ts'
import { noteTime } from './clock.ts'
import { publicConfig } from './config.ts'
import { judgeLink } from './session-link.ts'
import { awaitedAddress, storageKey, storedUser } from './session-storage.ts'
import { suspectSignal } from './signal.ts'

const origin = typeof location === 'undefined' ? '' : location.origin
const url = `${origin}/auth/v1`
const apikey = () => publicConfig().anonKey
/** The capital letter matters: the client replaces `Authorization` by that name once it has a session. */
const headers = () => ({ apikey: apikey(), Authorization: `Bearer ${apikey()}` })

/** After a failed refresh the client fails every request for a minute. Offline, a refresh waits for the signal instead. */
const fetchWithSignal: typeof fetch = async (input, init) => {
  const address = input instanceof Request ? input.url : input.toString()
  if (!navigator.onLine && address.includes('grant_type=refresh_token'))
    await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
  const response = await watched(fetch(input, init))
  const asksForWork = response.headers.get('x-sb-error-code') === 'captcha_failed'
  return (asksForWork && (await sendWithWork(input, init))) || response
}

/** Undefined when the work cannot be done: the refusal stands. */
async function sendWithWork(input: RequestInfo | URL, init?: RequestInit): Promise<Response | undefined> {
  if (typeof init?.body !== 'string') return undefined
  try {
    const [{ proveWork }, asked] = await Promise.all([
      import('./captcha.ts'),
      watched(fetch(`${url}/captcha`, { headers: headers() })),
    ])
    const body = await proveWork(init.body, (await asked.json()) as Challenge)
    return await watched(fetch(input, { ...init, body }))
  } catch {
    return undefined
  }
}

/** Reads the server's clock from an answer. Checks the signal after a request without an answer and after a 5xx. */
async function watched(answer: Promise<Response>): Promise<Response> {
  try {
    const response = await answer
    noteTime(response)
    if (response.status >= 500) suspectSignal()
    return response
  } catch (error) {
    if (!(error instanceof Error && error.name === 'AbortError')) suspectSignal()
    throw error
  }
}

export const linkHere = () => judgeLink(location.hash, storedUser(), awaitedAddress())

let opened: InstanceType<typeof AuthClient> | undefined

/** The first call creates the client, which reads the stored session, listens to the page and sets a timer. */
export function auth(): InstanceType<typeof AuthClient> {
  opened ??= new AuthClient({
    url,
    fetch: fetchWithSignal,
    headers: headers(),
    storageKey,
    flowType: 'implicit',
    autoRefreshToken: true,
    persistSession: true,
    // Only one page takes a session from the address.
    detectSessionInUrl: (address) =>
      address.pathname === '/auth/callback' && ['take', 'same'].includes(linkHere().kind),
  })
  return opened
}

let recovery: InstanceType<typeof AuthClient> | undefined

/** For a new password: its session stays in this tab. A stranger's reset link can change only the stranger's password. */
export function openRecovery(): InstanceType<typeof AuthClient> {
  recovery ??= new AuthClient({
    url,
    headers: headers(),
    storageKey: `${storageKey}-recovery`,
    storage: sessionStorage,
    flowType: 'implicit',
    autoRefreshToken: false,
    persistSession: true,
    detectSessionInUrl: (address, params) =>
      address.pathname === '/reset-password' && ('access_token' in params || 'error' in params),
  })
  return recovery
}

/** The session's token, refreshed before it expires, or the public key. */
export async function bearer(): Promise<string> {
  const { data } = await auth().getSession()
  return data.session?.access_token ?? apikey()
}

/**
 * A 401 with a session means that it ended elsewhere (log-out, new password), or that the clock is wrong. One refresh tells which. When it
 * fails too, the session ends here as well, and the guard opens the log-in page.
 */
export async function asMe<Answer extends { status: number }>(
  send: (token: string) => Promise<Answer>,
): Promise<Answer> {
  // Offline, the token cannot be refreshed. Fail the request; do not fall back to the public key.
  if (!navigator.onLine) throw new TypeError('Failed to fetch')
  const { data: found, error: failure } = await auth().getSession()
  if (failure && isAuthRetryableFetchError(failure)) throw failure
  const before = found.session
  const answer = await send(before?.access_token ?? apikey())
  if (answer.status !== 401 || !before) return answer
  // Another person signed in meanwhile: do not send this in their name.
  const now = (await auth().getSession()).data.session
  if (now && now.user.id !== before.user.id) return answer
  const { data, error } = await auth().refreshSession()
  const again = data.session ? await send(data.session.access_token) : answer
  if (again.status === 401 && !isAuthRetryableFetchError(error)) await auth().signOut({ scope: 'local' })
  return again
}

function fetchWith(token: string, input: RequestInfo | URL, init: RequestInit): Promise<Response> {
  const sent = new Headers(init.headers)
  sent.set('apikey', apikey())
  sent.set('authorization', `Bearer ${token}`)
  return fetchWithSignal(input, { ...init, headers: sent })
}

export const fetchAsMe = (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> =>
  asMe((token) => fetchWith(token, input, init))

export const db = new PostgrestClient<Database>(`${origin}/rest/v1`, { fetch: fetchAsMe })

/** Calls /functions/v1/{name}; reads the JSON body for any status. */
export async function invoke(
  name: string,
  body: unknown,
  signal: AbortSignal | null = null,
): Promise<{ status: number; body: unknown }> {
  const response = await fetchAsMe(`${origin}/functions/v1/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  })
  return { status: response.status, body: await response.json().catch(() => null) }
}
