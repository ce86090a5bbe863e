import { moodOfValue } from '../../shared/moods.ts'
import { findTemplate } from '../../shared/templates.ts'
import { makeFile, type WebFile } from './web-file.ts'
import type { SharedPost } from './look-up.ts'

/** The preview picture of a post; undefined without the picture of its wall. */
export type Cards = (post: Pick<SharedPost, 'mood' | 'template_url'>) => Promise<WebFile | undefined>

/** The paper on a wall's picture, as scripts/cards.ts draws it: px from the upper left corner, and degrees. */
const paper = { left: 744, top: 56, width: 372, height: 518, edge: 11, turn: 2.2 }
const sheet = `<svg xmlns="http://www.w3.org/2000/svg" width="${paper.width}" height="${paper.height}">
  <rect width="100%" height="100%" rx="15" fill="#fbf7ee"/></svg>`

/** A post without art gets its wall's picture. Another gets that picture with its own art on the paper, drawn once. */
export function createCards(files: ReadonlyMap<string, WebFile>): Cards {
  const drawn = new Map<string, Promise<WebFile>>()
  // One at a time: drawings must not take all processors.
  let last: Promise<unknown> = Promise.resolve()
  const draw = (wall: WebFile, art: WebFile) => {
    const next = last.then(() => drawCard(wall.bytes.identity, art.bytes.identity))
    last = next.catch(() => undefined)
    return next
  }
  return async ({ mood, template_url }) => {
    const name = `/cards/${moodOfValue(mood).slug}.jpg`
    const wall = files.get(name)
    if (!wall) return undefined
    const url = findTemplate(template_url)?.url ?? ''
    const art = files.get(url)
    const plain = { ...wall, cacheControl: 'no-cache' }
    if (!art) return plain
    const key = `${name} ${url}`
    const card = drawn.get(key) ?? draw(wall, art)
    drawn.set(key, card)
    return card.catch(() => {
      drawn.delete(key)
      return plain
    })
  }
}

async function drawCard(wall: Buffer, art: Buffer): Promise<WebFile> {
  // Loaded with the first card. It reads only our own drawings. A process of its own reads the pictures of people.
  const { default: sharp } = await import('sharp')
  const { left, top, width, height, edge, turn } = paper
  const picture = await sharp(art)
    .resize(width - 2 * edge, height - 2 * edge, { fit: 'cover' })
    .png()
    .toBuffer()
  const flat = await sharp(Buffer.from(sheet))
    .composite([{ input: picture, left: edge, top: edge }])
    .png()
    .toBuffer()
  const { data, info } = await sharp(flat)
    .rotate(turn, { background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png()
    .toBuffer({ resolveWithObject: true })
  const bytes = await sharp(wall)
    .composite([
      {
        input: data,
        left: Math.round(left + (width - info.width) / 2),
        top: Math.round(top + (height - info.height) / 2),
      },
    ])
    .jpeg({ quality: 82, mozjpeg: true, chromaSubsampling: '4:4:4' })
    .toBuffer()
  return makeFile('image/jpeg', 'no-cache', { identity: bytes })
}
