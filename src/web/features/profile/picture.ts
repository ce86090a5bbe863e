import { readHead } from './head.ts'

/** What the avatars bucket takes; a phone turns its own kinds (HEIC) into one of these when it is asked for them. */
export const acceptedTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const
/** In bytes: the limit of the bucket, for what cannot be made smaller here. */
const maxBytes = 5 * 1024 * 1024
/** Pixels of an edge: sharp on every screen that shows a face, and a few tens of kilobytes on prepaid data. */
export const faceEdge = 512
/** While it is being cropped: enough for the nearest crop, and a 12-megapixel photo does not stay in a cheap phone's memory. */
const workingEdge = 1536

/** A cheap phone has to hold four bytes for each of them while it reads. */
const maxPixels = 120_000_000

export const words = {
  kind: 'Hindi larawan ang file na ’yan. JPG, PNG, WebP o GIF lang muna.',
  empty: 'Walang laman o hindi mabasa ang file na ’yan. Pumili muna ng iba.',
  heic: 'HEIC pala ’yan, at hindi pa namin nababasa. Pumili ng JPG o PNG, o kunan mo ng screenshot ang larawan.',
  pixels:
    'Sobrang laki ng larawang ’yan para mabasa rito. Kunan mo na lang ng screenshot, o pumili ng mas maliit.',
  size: 'Masyadong malaki ang larawan: hanggang 5 MB lang. Subukan ang mas maliit.',
} as const

/** A chosen file: decoded, or left as it is because this browser cannot show it and the server still may, or refused in words. */
export type Picture =
  | { kind: 'decoded'; bitmap: ImageBitmap }
  | { kind: 'original'; file: Blob }
  | { kind: 'refused'; words: string }

export async function readPicture(file: File): Promise<Picture> {
  // A file that the phone only lists (in the cloud, on a card that was taken out) cannot be read.
  const head = file.size > 0 ? await readHead(file).catch(() => null) : null
  if (head === null) return { kind: 'refused', words: words.empty }
  const { width = 0, height = 0 } = head ?? {}
  if (width * height > maxPixels) return { kind: 'refused', words: words.pixels }
  const bitmap = canDraw() ? await decode(file, width, height) : undefined
  if (bitmap) return { kind: 'decoded', bitmap }
  const type = acceptedTypes.find((accepted) => accepted === head?.type)
  if (!type) return { kind: 'refused', words: head ? words.heic : words.kind }
  if (file.size > maxBytes) return { kind: 'refused', words: words.size }
  return { kind: 'original', file: file.slice(0, file.size, type) }
}

/** Browsers that hide their person (Tor, Firefox when told to) give noise for what was drawn: nobody's face must become that. */
function canDraw(): boolean {
  const context = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d')
  if (!context) return false
  context.fillStyle = '#3c78b4'
  context.fillRect(0, 0, 1, 1)
  const { data } = context.getImageData(0, 0, 1, 1)
  // One step aside is what Brave adds, and no eye sees.
  return [0x3c, 0x78, 0xb4, 0xff].every((wanted, i) => Math.abs(wanted - (data[i] ?? 0)) <= 1)
}

/**
 * Upright, as the camera meant it, and no larger than it needs to be; undefined when the browser cannot. Width and height are those in
 * the file, 0 when unknown.
 */
async function decode(file: File, width: number, height: number): Promise<ImageBitmap | undefined> {
  try {
    const whole = await createImageBitmap(file, firstStep(width, height))
    const ratio = workingEdge / Math.min(whole.width, whole.height)
    if (ratio >= 1) return whole
    const smaller = await createImageBitmap(whole, {
      resizeWidth: Math.round(whole.width * ratio),
      resizeHeight: Math.round(whole.height * ratio),
      resizeQuality: 'high',
    })
    whole.close()
    return smaller
  } catch {
    return undefined
  }
}

/**
 * The long edge as the width is enough whichever way the camera was held, which the file's size does not tell, and the browser never
 * holds a second copy of every pixel. A panorama would become larger than it is: it is taken whole.
 */
function firstStep(width: number, height: number): ImageBitmapOptions {
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  if (short <= workingEdge || long > 2 * short) return {}
  return { resizeWidth: Math.round((long * workingEdge) / short), resizeQuality: 'high' }
}

/** The square as it will be sent: WebP, or JPEG where the browser writes no WebP. */
export async function encode(canvas: HTMLCanvasElement): Promise<Blob> {
  const webp = await toBlob(canvas, 'image/webp', 0.82)
  if (webp.type === 'image/webp') return webp
  // JPEG has no clear glass: white behind it rather than black.
  const context = canvas.getContext('2d')
  if (context) {
    context.globalCompositeOperation = 'destination-over'
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  return toBlob(canvas, 'image/jpeg', 0.85)
}

function toBlob(canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be encoded'))),
      type,
      quality,
    )
  })
}

const endings: Record<string, string> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/gif': 'gif',
}

/** A key that nobody guesses, in the person's own folder. */
export function newPath(userId: string, type: string): string {
  const random = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  )
  return `${userId}/${random.join('')}.${endings[type] ?? 'img'}`
}
