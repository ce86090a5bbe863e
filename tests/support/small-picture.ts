import sharp from 'sharp'

/** A small real image; `shade` makes it one of its own. */
export async function picture(
  format: 'jpeg' | 'png' | 'webp' | 'gif' = 'png',
  { width = 16, height = 12, shade = 120 } = {},
): Promise<Blob> {
  const background = { r: shade, g: 90, b: 60 }
  const bytes = await sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer()
  return new Blob([new Uint8Array(bytes)], { type: `image/${format}` })
}
