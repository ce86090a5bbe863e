import type { CardPart } from '../../../../../shared/message-parts.ts'
import { Gif } from '../gifs/Gif.tsx'
import { Sticker } from '../gifs/Sticker.tsx'
import { Document } from './Document.tsx'
import { Picture } from './Picture.tsx'

type CardProps = { part: CardPart; codename: string; isMine: boolean }

/** What a message carries besides words. */
export function Card({ part, codename, isMine }: CardProps) {
  if ('file' in part)
    return part.file.type === 'image' ? (
      <Picture file={part.file} codename={codename} isMine={isMine} />
    ) : (
      <Document file={part.file} />
    )
  if ('sticker' in part) return <Sticker id={part.sticker.id} />
  return <Gif url={part.gif.url} {...{ codename, isMine }} />
}
