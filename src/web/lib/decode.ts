/** Decodes pictures on the device, no larger than needed, and writes them anew without their metadata. */

/** Most pixels to decode: each takes four bytes of memory. */
export const maxPixels = 120_000_000

type Size = { width: number; height: number }
/** The factor for a picture's edges. 1 or more leaves the picture as it is. */
type Scale = (size: Size) => number

/** Tor and a hardened Firefox return noise for canvas pixels, which must not become a picture. */
export function canDraw(): boolean {
  const context = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d')
  if (!context) return false
  context.fillStyle = '#3c78b4'
  context.fillRect(0, 0, 1, 1)
  const { data } = context.getImageData(0, 0, 1, 1)
  // Brave changes pixels by one step, which is invisible.
  return [0x3c, 0x78, 0xb4, 0xff].every((wanted, i) => Math.abs(wanted - (data[i] ?? 0)) <= 1)
}

/** Decodes a picture upright. Undefined when the browser cannot. `stored`: the dimensions in the file, 0 when unknown. */
export async function decode(file: Blob, stored: Size, scale: Scale): Promise<ImageBitmap | undefined> {
  try {
    const whole = await createImageBitmap(file, firstStep(stored, scale))
    const ratio = scale(whole)
    if (ratio >= 1) return whole
    const smaller = await createImageBitmap(whole, {
      resizeWidth: Math.max(1, Math.round(whole.width * ratio)),
      resizeHeight: Math.max(1, Math.round(whole.height * ratio)),
      resizeQuality: 'high',
    })
    whole.close()
    return smaller
  } catch {
    return undefined
  }
}

/** Scaling by width suits both orientations, and the browser keeps no full-size copy. A panorama would grow, so it is decoded whole. */
function firstStep({ width, height }: Size, scale: Scale): ImageBitmapOptions {
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  const ratio = short > 0 ? scale({ width, height }) : 1
  if (ratio >= 1 || long > 2 * short) return {}
  return { resizeWidth: Math.round(long * ratio), resizeQuality: 'high' }
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
