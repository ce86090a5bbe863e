import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it, vi } from 'vitest'

const web = fileURLToPath(new URL('../src/web', import.meta.url))
const modules = ['lib', 'domain'].flatMap((room) =>
  readdirSync(`${web}/${room}`, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/\.(test|d)\.ts$/.test(path))
    .map((path) => `${web}/${room}/${path}`),
)

const importAll = () => Promise.all(modules.map((path) => import(path)))

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

it('every module of the web’s lib and domain can be imported without a browser', async () => {
  expect(modules.length).toBeGreaterThan(60)
  await importAll()
})

it('importing lib and domain opens nothing, listens to nothing, reads no storage and sends no request', async () => {
  const used: string[] = []
  /** A constructor that records its use. */
  const spy = (name: string) =>
    function Made() {
      used.push(`new ${name}`)
    }
  const note = (name: string) => () => void used.push(name)
  const target = (name: string) => ({ addEventListener: note(`${name}.addEventListener`) })
  const storage = (name: string) => ({ getItem: note(`${name}.getItem`), setItem: note(`${name}.setItem`) })
  const doc = { ...target('document'), querySelector: () => null, visibilityState: 'visible' }
  for (const name of ['BroadcastChannel', 'WebSocket', 'EventSource', 'Worker'])
    vi.stubGlobal(name, spy(name))
  vi.stubGlobal('window', globalThis)
  vi.stubGlobal('document', doc)
  vi.stubGlobal('location', new URL('https://emote.example/write'))
  vi.stubGlobal('addEventListener', note('addEventListener'))
  vi.stubGlobal('localStorage', storage('localStorage'))
  vi.stubGlobal('sessionStorage', storage('sessionStorage'))
  vi.stubGlobal('indexedDB', { open: note('indexedDB.open'), databases: note('indexedDB.databases') })
  vi.stubGlobal('navigator', {
    onLine: true,
    serviceWorker: { ...target('serviceWorker'), register: note('serviceWorker.register') },
    locks: { request: note('locks.request') },
  })
  vi.stubGlobal('fetch', note('fetch'))
  for (const name of ['setTimeout', 'setInterval', 'requestAnimationFrame', 'requestIdleCallback'])
    vi.stubGlobal(name, note(name))
  await importAll()
  expect(used).toEqual([])
})
