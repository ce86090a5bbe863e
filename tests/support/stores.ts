import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { TestApp } from './app.ts'

/** All that a browser keeps of our origin, as one text: whatever place there is to keep something. */
export async function keptBy(page: Page): Promise<string> {
  const inPage = await page.evaluate(readStores)
  return [...inPage, JSON.stringify(await page.context().cookies()), page.url()].join('\n')
}

/** Runs in the page. */
async function readStores(): Promise<string[]> {
  const found = [localStorage, sessionStorage].flatMap((store) => Object.entries(store).flat())
  found.push(document.cookie, document.title, JSON.stringify(history.state), window.name)
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- it runs in the page, with all that it needs
  const answer = <Value>(request: IDBRequest<Value>) =>
    new Promise<Value>((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB')))
    })
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await answer(indexedDB.open(name))
    for (const each of database.objectStoreNames) {
      const store = database.transaction(each).objectStore(each)
      found.push(name, each, JSON.stringify([await answer(store.getAllKeys()), await answer(store.getAll())]))
    }
    database.close()
  }
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys())
      found.push(name, request.url, (await (await cache.match(request))?.text()) ?? '')
  }
  const worker = await navigator.serviceWorker?.getRegistration()
  found.push(worker?.active?.scriptURL ?? '')
  const files = await navigator.storage.getDirectory()
  for await (const [name] of files.entries()) found.push(name)
  return found
}

/** Every place on the server that holds these words: tables, whatever their column; files; lines of the log. */
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
  // The outbox of mails is among them.
  for (const entry of await readdir(app.dataDir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && (await readFile(path)).includes(words)) found.push(path)
  }
  return [...found, ...app.logged.filter((line) => line.includes(words))]
}
