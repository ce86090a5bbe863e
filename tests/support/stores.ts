import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { TestApp } from './app.ts'

/** Every place of our origin where a browser keeps these words. */
export async function placesKept(page: Page, words: string): Promise<string[]> {
  const found = await page.evaluate(readStores)
  found.push(['cookies', JSON.stringify(await page.context().cookies())], ['address', page.url()])
  return found.filter(([, text]) => text.includes(words)).map(([place]) => place)
}

/** Runs in the page. Returns each place with its content. */
async function readStores(): Promise<[place: string, text: string][]> {
  const found: [string, string][] = [
    ['local', Object.entries(localStorage).join('\n')],
    ['session', Object.entries(sessionStorage).join('\n')],
    ['page', [document.cookie, document.title, window.name].join()],
    ['history', JSON.stringify(history.state)],
  ]
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- it runs in the page, so it must be self-contained
  const answer = <Value>(request: IDBRequest<Value>) =>
    new Promise<Value>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')))
    })
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await answer(indexedDB.open(name))
    found.push(['indexeddb', name])
    for (const each of database.objectStoreNames) {
      const store = database.transaction(each).objectStore(each)
      const rows = [await answer(store.getAllKeys()), await answer(store.getAll())]
      found.push([`indexeddb ${each}`, JSON.stringify(rows)])
    }
    database.close()
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys())
      found.push(['cache', request.url + ((await (await cache.match(request))?.text()) ?? '')])
  }
  const worker = await navigator.serviceWorker?.getRegistration()
  found.push(['worker', worker?.active?.scriptURL ?? ''])
  const files = await navigator.storage.getDirectory()
  for await (const [name] of files.entries()) found.push(['files', name])
  return found
}

/** Every place on the server that holds these words: any column of any table, files, lines of the log. */
export async function placesWith(app: TestApp, words: string): Promise<string[]> {
  const { rows } = await app.owner.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  expect(rows.length).toBeGreaterThan(20)
  const found: string[] = []
  for (const { name } of rows) {
    const hit = await app.owner.query(
      `select from ${name} as t where t::text like '%' || $1 || '%' limit 1`,
      [words],
    )
    if (hit.rowCount) found.push(name)
  }
  // DATA_DIR includes the outbox of mails.
  for (const entry of await readdir(app.dataDir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && (await readFile(path)).includes(words)) found.push(path)
  }
  return [...found, ...app.logged.filter((line) => line.includes(words))]
}
