import sharp, { type Sharp } from 'sharp'
import type { CleanTask, Dimensions } from './process.ts'
import { FileRefused } from './refusals.ts'

// Only these four formats of libvips: no SVG, PDF or TIFF under another name reaches its code.
const loaders = ['Jpeg', 'Png', 'Webp', 'Nsgif'].map((format) => `VipsForeignLoad${format}File`)
const formats: Record<string, { name: string; write(image: Sharp, palette: boolean): Sharp }> = {
  'image/jpeg': { name: 'jpeg', write: (image) => image.jpeg({ quality: 82, mozjpeg: true }) },
  'image/png': { name: 'png', write: (image, palette) => image.png({ compressionLevel: 7, palette }) },
  'image/webp': { name: 'webp', write: (image) => image.webp({ quality: 82 }) },
  // Less effort costs a few percent of size and saves most of the time.
  'image/gif': { name: 'gif', write: (image) => image.gif({ effort: 3 }) },
}

/** Call it once, before the first picture. */
export function bindSharp(): void {
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: loaders })
  sharp.cache(false)
  sharp.concurrency(1)
}

/** Decodes a picture and writes it anew: upright, smaller where it is too large, without metadata. */
export async function cleanPicture({ path, out, mime, maxEdge, limits }: CleanTask): Promise<Dimensions> {
  const format = formats[mime]
  if (!format) throw new FileRefused('corrupt')
  const options = { limitInputPixels: limits.pixels, failOn: 'error' } as const
  const seen = await sharp(path, { ...options, limitInputPixels: false }).metadata()
  if (seen.format !== format.name) throw new FileRefused('corrupt')
  const frames = seen.pages ?? 1
  if (frames > limits.frames) throw new FileRefused('too many frames')
  if (seen.width * (seen.pageHeight ?? seen.height) * frames > limits.pixels)
    throw new FileRefused('too large')
  const animated = frames > 1
  const image = sharp(path, { ...options, animated })
  // Drops EXIF, XMP, IPTC, comments, and the profile after the conversion to sRGB.
  const upright = animated ? image : image.autoOrient()
  const resized = upright.resize({ width: maxEdge, height: maxEdge, fit: 'inside', withoutEnlargement: true })
  const written = await format.write(resized, seen.isPalette).toFile(out)
  return { width: written.width, height: written.pageHeight ?? written.height }
}
