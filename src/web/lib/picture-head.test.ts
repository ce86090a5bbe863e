import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { readHead } from './picture-head.ts'

const picture = () => sharp({ create: { width: 300, height: 200, channels: 3, background: '#5b8a9a' } })
const headOf = async (...parts: BlobPart[]) => readHead(new Blob(parts))
const size = { width: 300, height: 200 }

describe('the head of a picture file', () => {
  it.each(['jpeg', 'png', 'webp', 'gif'] as const)('names a %s and its size', async (format) => {
    const bytes = new Uint8Array(await picture().toFormat(format).toBuffer())
    expect(await headOf(bytes)).toEqual({ type: `image/${format}`, ...size })
    for (let end = 0; end < 40; end++) await headOf(bytes.slice(0, end))
  })

  it('names the three kinds of WebP, and a JPEG with camera data in front', async () => {
    const lossless = new Uint8Array(await picture().webp({ lossless: true }).toBuffer())
    const extended = new Uint8Array(await picture().ensureAlpha(0.5).withExif({}).webp().toBuffer())
    const kinds = [lossless, extended].map((bytes) => new TextDecoder().decode(bytes.slice(12, 16)))
    expect(kinds).toEqual(['VP8L', 'VP8X'])
    for (const bytes of [lossless, extended])
      expect(await headOf(bytes)).toEqual({ type: 'image/webp', ...size })

    const jpeg = new Uint8Array(await picture().jpeg({ progressive: true }).toBuffer())
    const notes = new Uint8Array(65_000)
    notes.set([0xff, 0xe1, (65_000 - 2) >> 8, (65_000 - 2) & 0xff])
    const behind = (times: number) => [
      jpeg.slice(0, 2),
      ...Array.from({ length: times }, () => notes),
      jpeg.slice(2),
    ]
    expect(await headOf(...behind(3))).toEqual({ type: 'image/jpeg', ...size })
    // The size lies beyond the read bytes, so only decoding tells it.
    expect(await headOf(...behind(9))).toEqual({ type: 'image/jpeg' })
  })

  it('names no picture type for other files', async () => {
    for (const words of ['', '%PDF-1.7', 'Mahal kong diary, '.repeat(9), '\u0000'.repeat(99)])
      expect(await headOf(words)).toBeUndefined()
    expect(await headOf('\u0000\u0000\u0000\u0018ftypheic\u0000\u0000\u0000\u0000mif1heic')).toEqual({
      type: 'image/heic',
    })
  })
})
