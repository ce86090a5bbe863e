import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadKeys } from './keys.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'emote-keys-'))
})
afterAll(() => rm(folder, { recursive: true }))

it('a damaged secrets.json is refused by name, without a piece of it in the message', async () => {
  await loadKeys(folder)
  const file = join(folder, 'secrets.json')
  const text = await readFile(file, 'utf8')
  const { secret } = JSON.parse(text) as { secret: string }
  for (const damaged of [text.replace('{', ''), text.slice(0, -3), secret, 'null', '{}']) {
    // oxlint-disable-next-line no-await-in-loop -- one damage after the other
    await writeFile(file, damaged)
    // oxlint-disable-next-line no-await-in-loop -- one damage after the other
    const error: unknown = await loadKeys(folder).catch((thrown: unknown) => thrown)
    expect(String(error)).toContain(`${file} is damaged`)
    expect(String(error)).not.toContain(secret.slice(0, 6))
  }
})
