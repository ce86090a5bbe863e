import { readHead } from './head.ts'

/** Types of the avatars bucket. A phone converts HEIC when the input asks for these. */
export const acceptedTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const
/** The bucket's limit in bytes, for a file that this browser cannot shrink. */
const maxBytes = 5 * 1024 * 1024
/** Edge in pixels: sharp on every screen, a few tens of kilobytes. */
export const faceEdge = 512
/** Edge in pixels while cropping: enough for the largest zoom, and small in a cheap phone's memory. */
const workingEdge = 1536

/** Most pixels to decode: each takes four bytes of memory. */
const maxPixels = 120_000_000

export const words = {
  kind: 'Hindi larawan ang file na ’yan. JPG, PNG, WebP o GIF lang muna.',
  empty: 'Walang laman o hindi mabasa ang file na ’yan. Pumili muna ng iba.',
  heic: 'HEIC pala ’yan, at hindi pa namin nababasa. Pumili ng JPG o PNG, o kunan mo ng screenshot ang larawan.',
  pixels:
    'Sobrang laki ng larawang ’yan para mabasa rito. Kunan mo na lang ng screenshot, o pumili ng mas maliit.',
  size: 'Masyadong malaki ang larawan: hanggang 5 MB lang. Subukan ang mas maliit.',
} as const

/** Decodes a chosen file, returns it as it is when only the server may know its type, or refuses it in words. */
export type Picture =
  | { kind: 'decoded'; bitmap: ImageBitmap }
  | { kind: 'original'; file: Blob }
  | { kind: 'refused'; words: string }

export async function readPicture(file: File): Promise<Picture> {
  // A listed file may be unreadable: in the cloud, or on a removed card.
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

/** Tor and a hardened Firefox return noise for canvas pixels, which must not become a picture. */
function canDraw(): boolean {
  const context = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d')
  if (!context) return false
  context.fillStyle = '#3c78b4'
  context.fillRect(0, 0, 1, 1)
  const { data } = context.getImageData(0, 0, 1, 1)
  // Brave changes pixels by one step, which is invisible.
  return [0x3c, 0x78, 0xb4, 0xff].every((wanted, i) => Math.abs(wanted - (data[i] ?? 0)) <= 1)
}

/** Decodes upright and no larger than needed; undefined when the browser cannot. `width` and `height` are the file's, 0 when unknown. */
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

/** Scaling by width suits both orientations, and the browser keeps no full-size copy. A panorama would grow, so it is decoded whole. */
function firstStep(width: number, height: number): ImageBitmapOptions {
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  if (short <= workingEdge || long > 2 * short) return {}
  return { resizeWidth: Math.round((long * workingEdge) / short), resizeQuality: 'high' }
}

/** WebP, or JPEG where the browser cannot encode WebP. */
export async function encode(canvas: HTMLCanvasElement): Promise<Blob> {
  const webp = await toBlob(canvas, 'image/webp', 0.82)
  if (webp.type === 'image/webp') return webp
  // JPEG has no transparency: white instead of black.
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

/** An unguessable key in the person's own folder. */
export function newPath(userId: string, type: string): string {
  const random = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  )
  return `${userId}/${random.join('')}.${endings[type] ?? 'img'}`
}
