import { type FileType, fileTypes } from './marker.ts'

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
