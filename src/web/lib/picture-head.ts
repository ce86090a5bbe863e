/** Reads a picture's type from its first bytes, whatever its name says, and its size before decoding. */
export type Head = {
  type: 'image/jpeg' | 'image/png' | 'image/webp' | 'image/gif' | 'image/heic'
  /** As stored, before the camera's rotation. Absent when the size lies beyond the read bytes. */
  width?: number
  height?: number
}

/** Bytes to read: enough to pass a camera's thumbnail, colour profile and notes. */
const reach = 512 * 1024

/** Returns undefined for an unknown type. */
export async function readHead(file: Blob): Promise<Head | undefined> {
  return headOf(new DataView(await file.slice(0, reach).arrayBuffer()))
}

function headOf(view: DataView): Head | undefined {
  const starts = (at: number, letters: string) => textAt(view, at, letters.length) === letters
  if (starts(0, '\xff\xd8\xff')) return { type: 'image/jpeg', ...jpegSize(view) }
  if (starts(0, '\x89PNG\r\n\x1a\n')) return { type: 'image/png', ...pngSize(view) }
  if (starts(0, 'RIFF') && starts(8, 'WEBP')) return { type: 'image/webp', ...webpSize(view) }
  if (starts(0, 'GIF8')) return { type: 'image/gif', ...gifSize(view) }
  if (starts(4, 'ftyp') && /^(hei|hev|mif1|msf1)/.test(textAt(view, 8, 4))) return { type: 'image/heic' }
  return undefined
}

function textAt(view: DataView, at: number, length: number): string {
  if (at + length > view.byteLength) return ''
  return String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, length))
}

type Size = { width: number; height: number } | undefined

function pngSize(view: DataView): Size {
  return view.byteLength < 24 ? undefined : { width: view.getUint32(16), height: view.getUint32(20) }
}

function gifSize(view: DataView): Size {
  return view.byteLength < 10
    ? undefined
    : { width: view.getUint16(6, true), height: view.getUint16(8, true) }
}

/** WebP's three kinds: extended, lossless, lossy. */
function webpSize(view: DataView): Size {
  if (view.byteLength < 30) return undefined
  const kind = textAt(view, 12, 4)
  if (kind === 'VP8X') {
    return { width: (view.getUint32(24, true) & 0xffffff) + 1, height: (view.getUint32(26, true) >>> 8) + 1 }
  }
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 }
  }
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
}

/** Skips segments until the start of frame (SOF: C0 to CF without C4, C8 and CC). */
function jpegSize(view: DataView): Size {
  for (let at = 2; at + 9 <= view.byteLength && view.getUint8(at) === 0xff;) {
    const marker = view.getUint8(at + 1)
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    // A padding byte stands alone. Every other segment has a length.
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2)
  }
  return undefined
}
