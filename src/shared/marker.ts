/** The marker: the last line of a message, which names its file (specification 2, section 3). The words above it are the caption. */
export const fileTypes = ['image', 'video', 'file'] as const
export type FileType = (typeof fileTypes)[number]

/** The file of a message as its row holds it. `url` is a path of this server. */
export type MessageFile = {
  id: string
  url: string
  name: string
  type: FileType
  mime: string
  /** Bytes. */
  size: number
  /** Pixels of a picture. */
  width: number | null
  height: number | null
  expires_at: string
}

export type Marker = { caption: string; url: string; name: string; type: FileType }

const line = /^📎 Shared a file: file_url=([^&\s]+)&file_name=([^&\s]*)&file_type=(image|video|file)$/u

/** The marker of a text. Undefined when the last line is none. Never throws. */
export function readMarker(text: string): Marker | undefined {
  const whole = text.trimEnd()
  const start = whole.lastIndexOf('\n') + 1
  const found = line.exec(whole.slice(start))
  if (!found) return undefined
  const [, url, name, type] = found
  try {
    return {
      caption: whole.slice(0, start).trimEnd(),
      url: decodeURIComponent(url ?? ''),
      name: decodeURIComponent(name ?? ''),
      type: fileTypes.find((each) => each === type) ?? 'file',
    }
  } catch {
    // The name ends in half an escape, such as '%E0'.
    return undefined
  }
}

/** Letters that a message keeps free for the line of its file. */
export const markerRoom = 700

/** The words for a file in previews, quotes and lists. */
export const fileWords: Record<FileType, string> = { image: '📎 Larawan', video: '📎 Video', file: '📎 File' }
