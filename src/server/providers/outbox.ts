import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Writes a mail or an SMS into the outbox, and returns the file's name. Names sort by time. */
export async function storeInOutbox(
  outbox: string,
  ending: '.eml' | '.sms',
  content: Buffer | string,
): Promise<string> {
  const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomBytes(4).toString('hex')}${ending}`
  await mkdir(outbox, { recursive: true, mode: 0o700 })
  // Holds a link or a code that opens an account: readable for the server's user only.
  await writeFile(join(outbox, name), content, { mode: 0o600, flag: 'wx' })
  return name
}

/** Deletes the files with this ending that hold one of these words. */
export async function forgetInOutbox(
  outbox: string,
  ending: '.eml' | '.sms',
  words: readonly string[],
): Promise<void> {
  const names = await readdir(outbox).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  for (const name of names.filter((each) => each.endsWith(ending))) {
    const path = join(outbox, name)
    // oxlint-disable-next-line no-await-in-loop -- one file in memory at a time
    const text = (await readFile(path, 'utf8').catch(() => '')).toLowerCase()
    // oxlint-disable-next-line no-await-in-loop -- the next file waits
    if (words.some((each) => text.includes(each))) await rm(path, { force: true })
  }
}
