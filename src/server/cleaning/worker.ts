// The process that opens strangers' files. Nothing else of the server runs here, and it may die at any time.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, writeFileSync } from 'node:fs'
import { copyFile, stat } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { pipeline } from 'node:stream/promises'
import { Worker } from 'node:worker_threads'
import { cleanDocx } from './docx.ts'
import { cleanMp4 } from './mp4.ts'
import { cleanPdf } from './pdf.ts'
import { bindSharp, cleanPicture } from './pictures.ts'
import type { CleanAnswer, Cleaned, CleanLimits, CleanTask, Dimensions } from './process.ts'
import { FileRefused } from './refusals.ts'
import { cleanWebm } from './webm.ts'

// A grown process is replaced: its memory would count against the next file.
const heavyMemory = 160 * 1024 * 1024

const cleaners: Record<string, (task: CleanTask) => Promise<Dimensions>> = {
  'image/jpeg': cleanPicture,
  'image/png': cleanPicture,
  'image/webp': cleanPicture,
  'image/gif': cleanPicture,
  'video/mp4': cleanMp4,
  'video/quicktime': cleanMp4,
  'video/webm': cleanWebm,
  'application/pdf': cleanPdf,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': cleanDocx,
  'text/plain': copyText,
}

bindSharp()
process.umask(0o077)
// The kernel kills this process first when memory runs out.
tryTo(() => writeFileSync('/proc/self/oom_score_adj', '1000'))
// The watchdog is a thread, so that it also stops a file that keeps this thread busy.
const watchdog = new Worker(new URL('watchdog.ts', import.meta.url))
process.on('disconnect', () => process.exit(0))
process.on('message', (task: CleanTask) => void serve(task))
await watchUnder(undefined)
process.send?.({ ready: true })

/** Resolves when the watchdog knows the limits. Call it before a file is opened. */
async function watchUnder(limits: CleanLimits | undefined): Promise<void> {
  watchdog.postMessage(limits, [])
  await once(watchdog, 'message')
}

function tryTo(work: () => void): void {
  try {
    work()
  } catch {
    // Some systems do not allow it. The process runs without it.
  }
}

async function serve(task: CleanTask): Promise<void> {
  tryTo(() => setPriority(task.limits.priority))
  await watchUnder(task.limits)
  const result = await clean(task).then(
    (done) => ({ done }),
    (error: unknown) => ({ refused: error instanceof FileRefused ? error.reason : ('corrupt' as const) }),
  )
  await watchUnder(undefined)
  const answer: CleanAnswer = { ...result, heavy: process.memoryUsage.rss() > heavyMemory }
  process.send?.(answer)
}

async function clean(task: CleanTask): Promise<Cleaned> {
  const { out, mime } = task
  const cleaner = cleaners[mime]
  if (!cleaner) throw new FileRefused('kind')
  const dimensions = await cleaner(task)
  const hash = createHash('sha256')
  await pipeline(createReadStream(out), hash)
  const { size } = await stat(out)
  return { path: out, mime, size, sha256: hash.digest('hex'), ...dimensions }
}

/** Text holds no metadata, and `kindOf` has read all of its bytes. */
async function copyText({ path, out }: CleanTask): Promise<Dimensions> {
  await copyFile(path, out)
  return {}
}
