import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readMigrations, type Migration } from '../../src/server/db/migrate.ts'

/** The list is in the format of `sha256sum`: `sha256sum -c frozen.sha256` checks it by hand. */
const listIn = (folder: string) => join(folder, 'frozen.sha256')

/** The faults of the migrations in `folder`, as sentences. Empty when every file is listed and none was changed. */
export async function findThawed(folder: string): Promise<string[]> {
  const { files, listed } = await readBoth(folder)
  const names = new Set(files.map(({ name }) => name))
  return [
    ...changed(files, listed),
    ...files
      .filter(({ name }) => !listed.has(name))
      .map(({ name }) => `${name} is new. Run: npm run schema -- --freeze`),
    ...[...listed.keys()]
      .filter((name) => !names.has(name))
      .map((name) => `${name} is frozen and was removed. Restore it.`),
  ]
}

/** Adds the new files to the list. Refuses when a listed file was changed. */
export async function freeze(folder: string): Promise<void> {
  const { files, listed } = await readBoth(folder)
  const wrong = changed(files, listed)
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
  await writeFile(listIn(folder), files.map(({ name, digest }) => `${digest}  ${name}\n`).join(''))
}

function changed(files: Migration[], listed: Map<string, string>): string[] {
  return files
    .filter(({ name, digest }) => (listed.get(name) ?? digest) !== digest)
    .map(({ name }) => `${name} is frozen and was changed. Undo the change and write a new migration.`)
}

async function readBoth(folder: string): Promise<{ files: Migration[]; listed: Map<string, string> }> {
  const files = await readMigrations(folder)
  const lines = (await readFile(listIn(folder), 'utf8').catch(() => '')).split('\n').filter(Boolean)
  const entries = lines.map((line): [string, string] => {
    const [digest = '', name = ''] = line.split('  ')
    return [name, digest]
  })
  return { files, listed: new Map(entries) }
}
