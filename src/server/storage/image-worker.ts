// The process that decodes strangers' images. Nothing else of the server runs here, and it may die at any time.
import { createHash } from 'node:crypto'
import { createReadStream, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { pipeline } from 'node:stream/promises'
import sharp, { type Sharp } from 'sharp'
import {
  tooMuchMemory,
  tooMuchTime,
  type ImageAnswer,
  type Reencoded,
  type ImageReason,
  type ImageTask,
} from './image-process.ts'

// A grown process is replaced: its memory would count against the next image.
const heavyMemory = 160 * 1024 * 1024

// Only these four formats of libvips: no SVG, PDF or TIFF under another name reaches its code.
const loaders = ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((format) => `VipsForeignLoad${format}File`)
const formats: Record<string, { name: string; write(image: Sharp, palette: boolean): Sharp }> = {
  'image/jpeg': { name: 'jpeg', write: (image) => image.jpeg({ quality: 82, mozjpeg: true }) },
  'image/png': { name: 'png', write: (image, palette) => image.png({ compressionLevel: 7, palette }) },
  'image/webp': { name: 'webp', write: (image) => image.webp({ quality: 82 }) },
  // Less effort costs a few percent of size and saves most of the time.
  'image/gif': { name: 'gif', write: (image) => image.gif({ effort: 3 }) },
}

let limits: ImageTask['limits'] | undefined
let usedBefore = process.cpuUsage()

class Refused extends Error {
  readonly reason: ImageReason
  constructor(reason: ImageReason) {
    super(reason)
    this.reason = reason
  }
}

sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: loaders })
sharp.cache(false)
sharp.concurrency(1)
process.umask(0o077)
// Feeds matter more than one person's image.
tryTo(() => setPriority(constants.priority.PRIORITY_LOW))
// The kernel kills this process first when memory runs out.
tryTo(() => writeFileSync('/proc/self/oom_score_adj', '1000'))
// Decoding runs in threads, so this timer fires. A short excess is harmless, endless growth is not.
setInterval(keepLimits, 50)
process.on('disconnect', () => process.exit(0))
process.on('message', (task: ImageTask) => {
  limits = task.limits
  usedBefore = process.cpuUsage()
  keepLimits()
  reencode(task).then(
    (done) => answer({ done }),
    (error: unknown) => answer({ refused: error instanceof Refused ? error.reason : 'corrupt' }),
  )
})
process.send?.({ ready: true })

function keepLimits(): void {
  if (!limits) return
  if (process.memoryUsage.rss() > limits.memory) process.exit(tooMuchMemory)
  const { user, system } = process.cpuUsage(usedBefore)
  if ((user + system) / 1_000 > limits.milliseconds) process.exit(tooMuchTime)
}

function tryTo(work: () => void): void {
  try {
    work()
  } catch {
    // Only some systems allow it. The process runs without.
  }
}

function answer(result: { done: Reencoded } | { refused: ImageReason }): void {
  limits = undefined
  const full: ImageAnswer = { ...result, heavy: process.memoryUsage.rss() > heavyMemory }
  process.send?.(full)
}

async function reencode({
  path,
  out,
  mime,
  maxEdge,
  limits: { pixels, frames: mostFrames },
}: ImageTask): Promise<Reencoded> {
  const format = formats[mime]
  if (!format) throw new Refused('corrupt')
  const options = { limitInputPixels: pixels, failOn: 'error' } as const
  const seen = await sharp(path, { ...options, limitInputPixels: false }).metadata()
  if (seen.format !== format.name) throw new Refused('corrupt')
  const frames = seen.pages ?? 1
  if (frames > mostFrames) throw new Refused('too many frames')
  if (seen.width * (seen.pageHeight ?? seen.height) * frames > pixels) throw new Refused('too large')
  const animated = frames > 1
  const image = sharp(path, { ...options, animated })
  // Drops EXIF, XMP, IPTC, comments, and the profile after the conversion to sRGB.
  const upright = animated ? image : image.autoOrient()
  const resized = upright.resize({ width: maxEdge, height: maxEdge, fit: 'inside', withoutEnlargement: true })
  const written = await format.write(resized, seen.isPalette).toFile(out)
  const hash = createHash('sha256')
  await pipeline(createReadStream(out), hash)
  return {
    path: out,
    mime,
    size: written.size,
    sha256: hash.digest('hex'),
    width: written.width,
    height: written.pageHeight ?? written.height,
  }
}
