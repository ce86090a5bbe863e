import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { TestApp } from './app.ts'

/** No file on its way, no row, and no bytes but those that the sweep takes at once. */
export async function expectNothingStored(app: TestApp): Promise<void> {
  await expect.poll(() => readdir(join(app.dataDir, 'files/tmp')).catch(() => [])).toEqual([])
  const { rows } = await app.owner.query(
    `select name from storage.objects union all select id from storage.blobs where refs > 0 or keep_until > now()`,
  )
  expect(rows).toEqual([])
}
