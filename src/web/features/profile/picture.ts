/** What the avatars bucket takes; a phone turns its own kinds (HEIC) into one of these when it is asked for them. */
export const acceptedTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const
/** In bytes: the limit of the bucket, for what cannot be made smaller here. */
const maxBytes = 5 * 1024 * 1024
/** Pixels of an edge: sharp on every screen that shows a face, and a few tens of kilobytes on prepaid data. */
export const faceEdge = 512
/** While it is being cropped: enough for the nearest crop, and a 12-megapixel photo does not stay in a cheap phone's memory. */
const workingEdge = 1536

export const words = {
  kind: 'Hindi larawan ang file na ’yan. JPG, PNG, WebP o GIF lang muna.',
  size: 'Masyadong malaki ang larawan: hanggang 5 MB lang. Subukan ang mas maliit.',
} as const

/** A chosen file: decoded, or left as it is because this browser cannot show it and the server still may, or refused in words. */
export type Picture =
  | { kind: 'decoded'; bitmap: ImageBitmap }
  | { kind: 'original'; file: File }
  | { kind: 'refused'; words: string }

export async function readPicture(file: File): Promise<Picture> {
  const bitmap = canDraw() ? await decode(file) : undefined
  if (bitmap) return { kind: 'decoded', bitmap }
  if (!acceptedTypes.some((type) => type === file.type)) return { kind: 'refused', words: words.kind }
  if (file.size > maxBytes) return { kind: 'refused', words: words.size }
  return { kind: 'original', file }
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

/** Upright, as the camera meant it, and no larger than it needs to be; undefined when the browser cannot. */
async function decode(file: File): Promise<ImageBitmap | undefined> {
  try {
    const whole = await createImageBitmap(file)
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
