import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { TextWriter, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { createLock } from '../../src/web/domain/diary/keys.ts'
import { sealRow } from '../../src/web/domain/diary/vault.ts'
import { expectAccessibleEverywhere, type Site, startSite } from '../support/browser.ts'
import { welcome } from '../support/cast.ts'
import { recordTraffic } from '../support/page.ts'

// Promise: a person takes all of their data along, and a locked diary opens in the file, offline, with its passphrase only.
const passphrase = 'tsinelas sa kisame kahapon'

let site: Site
let folder: string
beforeAll(async () => {
  site = await startSite()
  folder = await mkdtemp(join(tmpdir(), 'emote-taken-'))
})
afterAll(async () => {
  await site.stop()
  await rm(folder, { recursive: true })
})

/** Presses the button, and puts the page of the archive beside nothing else. Returns its address. */
async function takeAlong(page: Page): Promise<string> {
  const button = page.getByRole('button', { name: 'Kunin ang data ko' })
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()])
  expect(file.suggestedFilename()).toMatch(/^emote-data-\d{4}-\d\d-\d\d\.zip$/)
  const zip = new ZipReader(new Uint8ArrayReader(new Uint8Array(await readFile(await file.path()))))
  const first = (await zip.getEntries()).find(({ filename }) => filename === 'emote.html')
  if (!first || first.directory) throw new Error('The archive has no page')
  const path = join(folder, 'emote.html')
  await writeFile(path, await first.getData(new TextWriter()))
  return pathToFileURL(path).href
}

const fill = async (page: Page, secret: string) => {
  await page.getByLabel('Passphrase o recovery key').fill(secret)
  await page.getByRole('button', { name: 'Buksan ang diary' }).click()
}

it('a person takes their data along, and the locked diary opens in the file without a signal', async () => {
  const { page, person, errors } = await welcome(site, 'Mina', '/profile')
  const { lock, recoveryKey } = await createLock(passphrase)
  const { ending: _ending, ...row } = lock
  await person.client.from('diary_locks').insert(row).throwOnError()
  for (const content of ['Una kong lihim.', '<b>Ikalawa</b> 😢']) {
    const id = crypto.randomUUID()
    const sealed = await sealRow(lock, id, { mood: 'Regret', content, template_url: null })
    await person.client
      .from('diary_posts')
      .insert({ id, ...sealed })
      .throwOnError()
  }
  await person.client.from('public_posts').insert({ mood: 'Joy', content: 'Nasa pader ito.' }).throwOnError()
  const address = await takeAlong(page)
  await page.getByText('Nasa Downloads mo na.').waitFor()
  expect(errors).toEqual([])

  const reader = await site.visitor()
  await reader.context.setOffline(true)
  const sent = recordTraffic(reader.page)
  await reader.page.goto(address)
  await reader.page.getByText('Nasa pader ito.').waitFor()
  expect(await reader.page.getByText('Naka-lock pa.').count()).toBe(2)
  await expectAccessibleEverywhere(reader.page)
  await fill(reader.page, 'hindi ito ang lihim')
  await reader.page.getByText('Hindi iyan ang passphrase o recovery key.').waitFor()
  await fill(reader.page, passphrase)
  await reader.page.getByText('Bukas na ang diary mo.').waitFor()
  await reader.page.getByText('Una kong lihim.').waitFor()
  await reader.page.getByText('<b>Ikalawa</b> 😢').waitFor()

  await reader.page.reload()
  await reader.page.getByText('Naka-lock pa.').first().waitFor()
  await fill(reader.page, recoveryKey.toLowerCase())
  await reader.page.getByText('Una kong lihim.').waitFor()
  expect(sent.filter((request) => !request.includes('file://'))).toEqual([])
  expect(reader.errors).toEqual([])
})

it('a download that breaks off saves nothing, and can be stopped', async () => {
  const { page } = await welcome(site, 'Ben', '/profile')
  await page.route('**/functions/v1/my-data', (route) => route.abort())
  const button = page.getByRole('button', { name: 'Kunin ang data ko' })
  await button.click()
  await page.getByText('Mukhang may problema sa amin').waitFor()
  const { promise: later, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/functions/v1/my-data', async (route) => {
    await later
    await route.abort()
  })
  await button.click()
  await page.getByText('Kinukuha ang data mo.').waitFor()
  await page.getByRole('button', { name: 'Ihinto' }).click()
  await button.waitFor()
  answer()
  expect(await page.getByRole('alert').count()).toBe(0)
})
