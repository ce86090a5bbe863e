/**
 * Opens the app offline. It keeps one version of the files of /write and /diary: no answer of the API, no picture, nothing of a person. A
 * page is fetched from the server first; the kept one is shown when no answer comes.
 * A new worker waits until no page of the old one is open, so no page mixes two versions (docs/decisions/0015).
 */
const worker = self as unknown as ServiceWorkerGlobalScope
/** Set by the build: its stamp, and the addresses of the files, whose names hold a hash of their content. */
declare const BUILD: string
declare const PARTS: readonly string[]

/** Assigned once: the build writes the whole list wherever the name stands. */
const parts = new Set(PARTS)
const prefix = 'emote-app-'
const version = prefix + BUILD
/** The cache key of the member page. All member pages are the same document. */
const page = '/write'
const keptPage = '/kept-page'
/** Longest wait for a page of the server, ms, before the kept one is shown. */
const patience = 4_000
/** Addresses that are no pages: the API, files, endpoints for machines. */
const notPages =
  /^\/((auth|rest|realtime|storage|functions)\/v1|cards|test-payments|healthz|readyz|metrics)(\/|$)|\.\w+$/

worker.addEventListener('install', (event) => event.waitUntil(keep()))
worker.addEventListener('activate', (event) => event.waitUntil(takeOver()))

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== worker.location.origin) return
  if (parts.has(pathname)) event.respondWith(part(request, pathname))
  else if (request.mode === 'navigate' && !notPages.test(pathname)) event.respondWith(open(event))
})

// A push has no content: the notification says only that something is new. A browser stops pushes to a worker that shows nothing.
worker.addEventListener('push', (event) => {
  const options = { body: 'May bago sa Emote', tag: 'emote', icon: '/icon-192.png' }
  event.waitUntil(worker.registration.showNotification('Emote', options))
})

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(bringForward())
})

async function bringForward(): Promise<void> {
  const [tab] = await worker.clients.matchAll({ type: 'window' })
  await (tab ? tab.focus() : worker.clients.openWindow('/tambayan?chats=1'))
}

/** Stores all files or none. Takes unchanged files from the browser's cache and the version before. */
async function keep(): Promise<void> {
  const fetched = await fetch(page, { cache: 'no-cache', credentials: 'omit' })
  const html = await fetched.clone().text()
  const named = [...html.matchAll(/\/assets\/[\w.-]+/g)].map(([name]) => name)
  // In the middle of a release the page may belong to another version. The next page installs a worker that fits.
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

/** No page of an older version is open. */
async function takeOver(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name.startsWith(prefix) && name !== version).map((name) => caches.delete(name)),
  )
  // The request starts while this worker wakes up.
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
  // A proxy whose server is down answers with one of these statuses.
  if (answer && answer.status < 500) return answer
  return (await caches.match(keptPage)) ?? answer ?? asked
}

async function ask(event: FetchEvent): Promise<Response> {
  const preloaded: unknown = await event.preloadResponse
  return preloaded instanceof Response ? preloaded : fetch(event.request)
}
