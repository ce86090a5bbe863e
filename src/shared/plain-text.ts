import type { FileType } from './marker.ts'
import { readMarker } from './read-marker.ts'
import { type Named, withNames } from './talks.ts'

/** The words for a file in previews, quotes and lists. */
export const fileWords: Record<FileType, string> = { image: '📎 Larawan', video: '📎 Video', file: '📎 File' }

const sticker = /^https?:\/\/[^/\s]+\/stickers\/[a-z0-9-]+\.svg$/
const gif = /^https:\/\/(media\d*|i)\.giphy\.com\/\S+$/

/** The word for a message whose whole text is the address of a sticker or a GIF. */
export function stickerOrGif(text: string): 'Sticker' | 'GIF' | undefined {
  if (sticker.test(text.trim())) return 'Sticker'
  return gif.test(text.trim()) ? 'GIF' : undefined
}

/** A message for previews: names for mentions, and a word for a file or sticker. The same as `app.plain_text`. */
export function plainText(text: string, mentioned: Named): string {
  const word = stickerOrGif(text)
  if (word) return word
  const marker = readMarker(text)
  if (!marker) return withNames(text, mentioned)
  return `${withNames(marker.caption, mentioned)}\n${fileWords[marker.type]}`.trimStart()
}
