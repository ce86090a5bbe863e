import { once } from 'node:events'
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadWebFiles } from '../../src/server/pages/files.ts'
import { pagesGateway } from '../../src/server/pages/index.ts'
import { createServer } from '../../src/server/serve.ts'
import { type Site, startSite } from '../support/browser.ts'
import { enter, signUp } from '../support/cast.ts'

// Promise: a release reaches everybody with the next page load, and no page mixes two versions.
/** Workers and storage are slow in a browser, ms. */
const soon = { timeout: 20_000 }
let site: Site
let folder: string
beforeAll(async () => {
  site = await startSite()
  folder = await mkdtemp(join(tmpdir(), 'emote-release-'))
})
afterAll(async () => {
  await site.stop()
  await rm(folder, { recursive: true })
})

const nextName = (name: string) => name.replace(/(\.\w+)$/, 'Z$1')

/** Makes a new build of the app: every file has another name, and /write another heading. */
async function makeNextRelease(): Promise<void> {
  await cp(fileURLToPath(new URL('../../dist/web', import.meta.url)), folder, { recursive: true })
  const parts = (await readdir(join(folder, 'assets'))).filter((name) => !/\.(br|gz)$/.test(name))
  const text = parts.filter((name) => /\.(js|css)$/.test(name)).map((name) => join('assets', name))
  for (const name of [...text, 'app.html', 'service-worker.js']) {
    let content = await readFile(join(folder, name), 'utf8')
    for (const part of parts) content = content.replaceAll(part, nextName(part))
    content = content.replaceAll('Isulat mo lang', 'Isulat mo ulit')
    // The build's name in the worker.
    content = content.replace(/(?<=[`'"])[\da-f]{12}(?=[`'"])/, 'nextnextnext')
    await writeFile(join(folder, name), content)
  }
  for (const part of parts) await rename(join(folder, 'assets', part), join(folder, 'assets', nextName(part)))
  const packed = (await readdir(folder, { recursive: true })).filter((name) => /\.(br|gz)$/.test(name))
  for (const name of packed) await rm(join(folder, name))
}

const isApi = (request: Request) => /^\/\w+\/v1\//.test(new URL(request.url).pathname)
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

/** The site behind a server that changes from this release to the next. */
async function startFront() {
  const { app, origin } = site
  const config = { url: origin, anonKey: app.keys.anonKey, realtimeKey: '' }
  const pagesOf = async (from: string) =>
    pagesGateway({ db: app.db, files: await loadWebFiles(from, config), config, secure: false })
  let pages = await pagesOf(fileURLToPath(new URL('../../dist/web', import.meta.url)))
  const next = await pagesOf(folder)
  const server = createServer(
    {
      fetch: async (request, from = '') =>
        isApi(request) ? app.app.fetch(request, from) : pages(request, from),
    },
    (_request, socket) => socket.destroy(),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    origin: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
    release: () => void (pages = next),
    stop: () => server.close().closeAllConnections(),
  }
}

it('the next page load brings a new release, and an open page keeps the whole old one', async () => {
  await makeNextRelease()
  const front = await startFront()
  const person = await signUp(site.app, 'Ana')
  const visitor = await site.visitor(undefined, { serviceWorkers: 'allow' })
  const { page, context } = visitor
  const write = `${front.origin}/write`
  await enter(visitor, person, write)
  await heading(page, 'Isulat mo lang').waitFor()
  await page.waitForFunction(() => navigator.serviceWorker.controller)

  front.release()
  // The server no longer has the old build's files. The worker's cache does.
  await page.getByRole('link', { name: 'Diary' }).click()
  await heading(page, 'Emote Diary').waitFor()
  await page.goto(write)
  await heading(page, 'Isulat mo ulit').waitFor()
  await expect
    .poll(
      () => page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.waiting)),
      soon,
    )
    .toBe(true)
  // Offline, the worker serves the complete old build until the last of its pages closes.
  await context.setOffline(true)
  await page.reload()
  await heading(page, 'Isulat mo lang').waitFor()
  await context.setOffline(false)
  await page.close()
  // The browser replaces the old worker shortly after its last page.
  const kept = async () => {
    const tab = await context.newPage()
    await tab.goto(write)
    await heading(tab, 'Isulat mo ulit').waitFor()
    const names = await tab.evaluate(() => caches.keys())
    await tab.close()
    return names
  }
  await expect.poll(kept, soon).toEqual(['emote-app-nextnextnext'])
  const later = await context.newPage()
  await later.goto(write)
  await heading(later, 'Isulat mo ulit').waitFor()
  await context.setOffline(true)
  await later.reload()
  await heading(later, 'Isulat mo ulit').waitFor()
  await context.close()
  front.stop()
})
