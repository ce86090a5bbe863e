import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, expect } from 'vitest'
import { startApp, type TestApp } from './app.ts'
import { type Person, signUp } from './cast.ts'

/** A server for the tests of one file, stopped after them, with two people who have files. */
export async function startWithTwo() {
  const app = await startApp()
  afterAll(() => app.stop())
  const [ana, ben] = [await signUp(app, 'Ana'), await signUp(app, 'Ben')]
  return {
    app,
    ana,
    ben,
    avatars: (person: Person): ReturnType<SupabaseClient['storage']['from']> =>
      person.client.storage.from('avatars'),
    headers: (person = ana): Record<string, string> => ({
      apikey: app.keys.anonKey,
      authorization: `Bearer ${person.token}`,
    }),
    /** The address of a file in Ana's folder. */
    target: `/storage/v1/object/avatars/${ana.id}/x.png`,
  }
}

import sharp from 'sharp'

/** A small real image. Each `shade` gives other bytes. */
export async function picture(
  format: 'jpeg' | 'png' | 'webp' | 'gif' = 'png',
  { width = 16, height = 12, shade = 120 } = {},
): Promise<Blob> {
  const background = { r: shade, g: 90, b: 60 }
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer()
  return new Blob([new Uint8Array(bytes)], { type: `image/${format}` })
}

/** Expects no running upload, no object, and no blob except those that the next sweep deletes. */
export async function expectNothingStored(app: TestApp): Promise<void> {
  await expect.poll(() => readdir(join(app.dataDir, 'files/tmp')).catch(() => [])).toEqual([])
  const { rows } = await app.owner.query(
    `select name from storage.objects union all select id from storage.blobs where refs > 0 or keep_until > now()`,
  )
  expect(rows).toEqual([])
}
