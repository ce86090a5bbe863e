import { Link } from 'wouter'
import { readEmiMessage } from '../../../../../shared/emi-actions.ts'
import { emi } from '../../../../../shared/emi.ts'
import { type CardPart, type Part, partsOf } from '../../../../../shared/message-parts.ts'
import type { Mentioned, Message } from '../../../../domain/messages/message.ts'
import { Icon } from '../../../../ui/Icon.tsx'
import { EmiAction } from '../../emi/EmiAction.tsx'
import { Numbers } from '../../emi/Numbers.tsx'
import { FileFrame, Frame, Mention, Paragraph } from '../MessageText.tsx'
import { Card } from './Card.tsx'
import styles from './RichText.module.css'

const isCard = (part: Part): part is CardPart => 'file' in part || 'sticker' in part || 'gif' in part

/** The words of a message with its addresses, what it carries below, and what Emi offers with an answer. */
export function RichText({ message, isMine }: { message: Message; isMine: boolean }) {
  const { sender_id, mentioned, file, codename } = message
  const isOfBot = sender_id === emi.id
  const { text, action } = isOfBot ? readEmiMessage(message.text) : { text: message.text }
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
        <Paragraph text={text}>
          {words.map((part, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- the parts of a text have no other name
            <Words key={at} {...{ part, mentioned, isOfBot }} />
          ))}
        </Paragraph>
      )}
      {parts.filter(isCard).map((part) => {
        const card = <Card {...{ part, codename, isMine }} />
        return 'file' in part ? (
          <FileFrame key="card" file={part.file}>
            {card}
          </FileFrame>
        ) : (
          <Frame key="card" kind={'gif' in part ? 'gif' : 'sticker'}>
            {card}
          </Frame>
        )
      })}
      {action && <EmiAction action={action} />}
    </>
  )
}

type WordsProps = { part: Part; mentioned: readonly Mentioned[]; isOfBot: boolean }

function Words({ part, mentioned, isOfBot }: WordsProps) {
  if ('text' in part) return isOfBot ? <Numbers words={part.text} /> : part.text
  if ('mention' in part) return <Mention id={part.mention} mentioned={mentioned} />
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
