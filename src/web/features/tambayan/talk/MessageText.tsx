import { useState } from 'react'
import { Link } from 'wouter'
import { type CardPart, type Part, partsOf } from '../../../../shared/message-parts.ts'
import type { MessageFile } from '../../../../shared/marker.ts'
import type { Mentioned } from '../../../domain/messages/message.ts'
import { useUser } from '../../../lib/session.ts'
import { useLateChunk } from '../../../lib/use-late-chunk.ts'
import { classes } from '../../../ui/classes.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { Numbers } from '../emi/Numbers.tsx'
import { card } from './late.ts'
import styles from './MessageText.module.css'

/** One to three emoji and nothing else. */
const onlyEmoji =
  /^(?:\p{Extended_Pictographic}(?:\p{M}|\p{Emoji_Modifier}|\u200d|\p{Extended_Pictographic})*\s*){1,3}$/u

type MessageTextProps = {
  text: string
  mentioned: readonly Mentioned[]
  file?: MessageFile | null
  /** The writer, for screen readers. */
  codename: string
  isMine: boolean
  /** Numbers in Emi's words can be called. */
  isOfBot?: boolean
}

const isCard = (part: Part): part is CardPart => 'file' in part || 'sticker' in part || 'gif' in part

/** The words of a message with current codenames, and its card below them. A few emoji alone are large. */
export function MessageText({ text, mentioned, file, codename, isMine, isOfBot = false }: MessageTextProps) {
  const parts = partsOf(text, { file, origin: location.origin })
  // The card of a foreign picture ends its line.
  const words = parts
    .filter((part) => !isCard(part))
    .map((part, at, all) => {
      const before = all[at - 1]
      return before && 'image' in before && 'text' in part ? { text: part.text.trimStart() } : part
    })
  return (
    <>
      {words.length > 0 && (
        <p
          className={classes(styles.words, text.length < 24 && onlyEmoji.test(text) && styles.large)}
          dir="auto"
        >
          {words.map((part, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- the parts of a text have no other name
            <Words key={at} part={part} mentioned={mentioned} isOfBot={isOfBot} />
          ))}
        </p>
      )}
      {parts.filter(isCard).map((part) => (
        <Frame key="card" {...{ part, codename, isMine }} />
      ))}
    </>
  )
}

type WordsProps = Pick<MessageTextProps, 'mentioned' | 'isOfBot'> & { part: Part }

function Words({ part, mentioned, isOfBot }: WordsProps) {
  const { id: readerId } = useUser()
  if ('text' in part) return isOfBot ? <Numbers words={part.text} /> : part.text
  if ('mention' in part)
    return (
      <bdi className={classes(styles.mention, part.mention === readerId && styles.me)}>
        @{mentioned.find(({ id }) => id === part.mention)?.codename ?? 'Anonymous'}
      </bdi>
    )
  if ('link' in part) return <Address {...part.link} />
  return 'image' in part ? <ForeignPicture {...part.image} /> : null
}

/** Shows `href` as the browser reads it, so that look-alike and invisible letters are seen. */
function Address({ href }: { href: string }) {
  const { origin } = location
  if (href.startsWith(`${origin}/`))
    return (
      <Link href={href.slice(origin.length)} className={styles.link}>
        {href}
      </Link>
    )
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" className={styles.link}>
      {href}
    </a>
  )
}

/** Opens the picture in a tab of its own: this page never loads a picture of another server. */
function ForeignPicture({ href, host }: { href: string; host: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" className={styles.foreign}>
      <Icon name="eye-off" size={22} />
      <span>
        <span className={styles.title}>
          Larawan sa <bdi>{host}</bdi>
        </span>
        <span className={styles.detail}>
          Buksan sa bagong tab. Malalaman ng {host} na may tumingin mula sa internet mo.
        </span>
      </span>
    </a>
  )
}

/** Widest and tallest shape of a picture in the list. */
const [tallest, widest] = [0.7, 2]

/** Reserves the size of a picture before it is fetched, so nothing moves when it comes. */
function Frame({ part, codename, isMine }: { part: CardPart; codename: string; isMine: boolean }) {
  const isHere = useLateChunk(card)
  const file = 'file' in part ? part.file : undefined
  // A picture that expires while it is on the screen keeps its space.
  const [isOver] = useState(() => file !== undefined && Date.parse(file.expires_at) <= Date.now())
  const kind = !file
    ? 'gif' in part
      ? 'gif'
      : 'sticker'
    : file.type === 'image' && !isOver
      ? 'picture'
      : 'line'
  const ratio = (file?.width ?? 4) / (file?.height ?? 3)
  return (
    <div
      className={styles.frame}
      data-kind={kind}
      style={kind === 'picture' ? { aspectRatio: Math.min(widest, Math.max(tallest, ratio)) } : undefined}
    >
      {isHere && <card.Component {...{ part, codename, isMine }} />}
    </div>
  )
}
