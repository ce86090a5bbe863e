import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrowserContext, Page } from 'playwright-core'

const root = fileURLToPath(new URL('../../.cache/failures', import.meta.url))
let kept = 0

type Failed = { name: string; file: { name: string } }

/** Keeps the pages of a failed journey as pictures and HTML, with their console. Prints the folder. */
export async function keepFailure(task: Failed, context: BrowserContext, told: string[]): Promise<void> {
  const title = `${task.file.name.replace(/^.*\//, '')} ${task.name}`.replaceAll(/[^\p{L}\p{N}]+/gu, '-')
  const folder = join(root, `${title.slice(0, 120)}-${process.pid}-${++kept}`)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'console.txt'), told.join('\n'))
  await Promise.all(context.pages().map((page, at) => keepPage(page, join(folder, `page-${at + 1}`))))
  console.error(`What the pages showed is in ${folder}`)
}

/** A page that hangs or crashed gives neither. The test's failure then stands alone. */
async function keepPage(page: Page, path: string): Promise<void> {
  const address = `<!-- ${page.url()} -->\n`
  await Promise.allSettled([
    page.screenshot({ path: `${path}.png`, timeout: 5_000 }),
    page.content().then((html) => writeFile(`${path}.html`, address + html)),
  ])
}
