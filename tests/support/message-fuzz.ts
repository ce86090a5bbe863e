// Texts for the parsers of messages: pieces that they look for, joined at random. The seed makes a failure repeatable.
import { type MessageFile } from '../../src/shared/marker.ts'
import { markerOf } from '../../src/shared/write-marker.ts'
import { type Part, partsOf } from '../../src/shared/message-parts.ts'

export const origin = 'https://emote.ph'
export const ana = '0a000000-0000-4000-8000-00000000000a'
export const file: MessageFile = {
  id: 'b1000000-0000-4000-8000-00000000000b',
  url: '/storage/v1/object/authenticated/chat-files/b1000000-0000-4000-8000-00000000000b.webp',
  name: 'kape & ulan.webp',
  type: 'image',
  mime: 'image/webp',
  size: 148_000,
  width: 1280,
  height: 960,
  expires_at: '2026-11-26T00:00:00Z',
}
export const marker = markerOf({ ...file, url: origin + file.url })

export const pieces = [
  marker,
  '📎 Shared a file: |file_url=|&file_name=|&file_type=image|%E0%A4|%|\n| |https://|http://|b.ph|.png|:81|@|@{|}',
  `[::1]|(|)|..|/|<img src=x onerror=alert(1)>|"|\u202e|\u0000|\ud800|🫶🏽|${origin}/stickers/|.svg|ñ|@{${ana}}|@emi`,
].flatMap((list) => list.split('|'))

export function* fuzz(count: number, seed: number): Generator<string> {
  let state = seed
  const next = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  for (let at = 0; at < count; at++) {
    let text = ''
    for (let left = next(12); left > 0; left--) text += pieces[next(pieces.length)]
    yield text
  }
}

const addressIn = (part: Part) => ('link' in part ? part.link : 'image' in part ? part.image : undefined)

/** No part invents a word, and no address has markup, a login or another protocol. Throws when a parser throws. */
export const isSound = (text: string): boolean =>
  [...partsOf(text, { origin }), ...partsOf(text, { file, origin })].every((part) => {
    if ('text' in part) return text.includes(part.text)
    const address = addressIn(part)
    return (
      !address || (/^https?:\/\/[\w.-]+\/[^\s"'<>\\]*$/.test(address.href) && /^[\w.-]+$/.test(address.host))
    )
  })
