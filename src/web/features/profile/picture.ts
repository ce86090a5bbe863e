import { canDraw, decode, maxPixels } from '../../lib/decode.ts'
import { readHead } from '../../lib/picture-head.ts'
import { acceptedTypes } from './accepted-types.ts'

/** The bucket's limit in bytes, for a file that this browser cannot shrink. */
const maxBytes = 5 * 1024 * 1024
/** Edge in pixels: sharp on every screen, a few tens of kilobytes. */
export const faceEdge = 512
/** Edge in pixels while cropping: enough for the largest zoom, and small in a cheap phone's memory. */
const workingEdge = 1536

export const words = {
  kind: 'Hindi larawan ang file na ’yan. JPG, PNG, WebP o GIF lang muna.',
  empty: 'Walang laman o hindi mabasa ang file na ’yan. Pumili muna ng iba.',
  heic: 'HEIC pala ’yan, at hindi pa namin nababasa. Pumili ng JPG o PNG, o kunan mo ng screenshot ang larawan.',
  pixels:
    'Sobrang laki ng larawang ’yan para mabasa rito. Kunan mo na lang ng screenshot, o pumili ng mas maliit.',
  size: 'Masyadong malaki ang larawan: hanggang 5 MB lang. Subukan ang mas maliit.',
} as const

const toWorkingEdge = ({ width, height }: { width: number; height: number }) =>
  workingEdge / Math.min(width, height)

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
  const bitmap = canDraw() ? await decode(file, { width, height }, toWorkingEdge) : undefined
  if (bitmap) return { kind: 'decoded', bitmap }
  const type = acceptedTypes.find((accepted) => accepted === head?.type)
  if (!type) return { kind: 'refused', words: head ? words.heic : words.kind }
  if (file.size > maxBytes) return { kind: 'refused', words: words.size }
  return { kind: 'original', file: file.slice(0, file.size, type) }
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
