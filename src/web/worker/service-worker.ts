/**
 * Opens the app without a signal. It keeps one version of what /write and /diary are made of, and nothing else: no answer of the API, no
 * picture, nothing of a person. A page is asked of the server first, so the newest version is always the one that is seen; the kept
 * one is for when no answer comes. A new worker waits until no page of the old one is left: a page never mixes two versions, and the parts
 * of an old page are there as long as it is (docs/decisions/0015).
 */
const worker = self as unknown as ServiceWorkerGlobalScope
/** Put in by the build: its stamp, and the addresses of the parts, whose names hold a hash of their content. */
declare const BUILD: string
declare const PARTS: readonly string[]

/** Named once: the build writes the whole list wherever its name stands. */
const parts = new Set(PARTS)
const prefix = 'emote-app-'
const version = prefix + BUILD
/** Any member page: they are all the same document. It is kept under a name that is no address. */
const page = '/write'
const keptPage = '/kept-page'
/** So long a page of the server may take, in ms, before the kept one is shown. */
const patience = 4_000
/** What is no page: the API, files, what is there for machines. */
const notPages = /^\/((auth|rest|realtime|storage|functions)\/v1|cards|healthz|readyz|metrics)(\/|$)|\.\w+$/

worker.addEventListener('install', (event) => event.waitUntil(keep()))
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()))

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== worker.location.origin) return
  if (parts.has(pathname)) event.respondWith(part(request, pathname))
  else if (request.mode === 'navigate' && !notPages.test(pathname)) event.respondWith(open(event))
})

/** All of it or nothing. What the browser or the version before has already is not fetched again. */
async function keep(): Promise<void> {
  const fetched = await fetch(page, { cache: 'no-cache', credentials: 'omit' })
  const html = await fetched.clone().text()
  const named = [...html.matchAll(/\/assets\/[\w.-]+/g)].map(([name]) => name)
  // In the middle of a release the page may be of another version than this worker; the next one fits again.
  if (!fetched.ok || named.length === 0 || !named.every((name) => parts.has(name)))
    throw new Error('The page is not of this version')
  const cache = await caches.open(version)
  await Promise.all(
    [...parts].map(async (name) => {
      const known = await caches.match(name)
      await (known ? cache.put(name, known) : cache.add(name))
    }),
  )
  await cache.put(keptPage, fetched)
}

/** No page of an older version is left. */
async function takeOver(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name.startsWith(prefix) && name !== version).map((name) => caches.delete(name)),
  )
  // The server is asked while this worker wakes up.
  await worker.registration.navigationPreload?.enable()
  await worker.clients.claim()
}

async function part(request: Request, name: string): Promise<Response> {
  return (await caches.match(name, { ignoreVary: true })) ?? fetch(request)
}

async function open(event: FetchEvent): Promise<Response> {
  const asked = ask(event)
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, patience))
  const answer = await Promise.race([asked.catch(() => undefined), late])
  // A proxy whose server is away says so with a number above.
  if (answer && answer.status < 500) return answer
  return (await caches.match(keptPage)) ?? answer ?? asked
}

async function ask(event: FetchEvent): Promise<Response> {
  const preloaded: unknown = await event.preloadResponse
  return preloaded instanceof Response ? preloaded : fetch(event.request)
}
