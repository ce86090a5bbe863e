import { memo } from 'react'
import { emi } from '../../../../shared/emi.ts'
import { relativeTime } from '../../../../shared/relative-time.ts'
import { upTo } from '../../../../shared/up-to.ts'
import type { Message } from '../../../domain/messages/message.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { PremiumBadge } from '../../../ui/PremiumBadge.tsx'
import { BotTag } from '../emi/BotTag.tsx'
import { editor, richText } from './late.ts'
import styles from './MessageRow.module.css'
import { isRich, MessageText } from './MessageText.tsx'
import { useNow, useSecondsUntil } from '../../../lib/use-now.ts'

type MessageRowProps = {
  topic: string
  message: Message
  isMine: boolean
  isHead: boolean
  /** Tab enters the list here. */
  isLast: boolean
  isEditing: boolean
  /** The code of rich messages is here: until then their words stand alone. */
  hasRich: boolean
  /** Stable: rows are memoised. */
  onEdited: () => void
}

/**
 * One message. Its buttons carry `data-act`, and the list listens for them: hundreds of rows have one listener and one menu. Tab skips the
 * buttons. Arrows lead from row to row, and Enter opens the menu, which offers the same. The lane beside the bubble keeps its space, so a
 * reaction or a state moves nothing.
 */
export const MessageRow = memo(function MessageRow({
  topic,
  message,
  isMine,
  isHead,
  isLast,
  isEditing,
  hasRich,
  onEdited,
}: MessageRowProps) {
  return (
    <li
      className={styles.row}
      data-message={message.id}
      data-mine={isMine || undefined}
      data-head={isHead || undefined}
      data-bot={message.sender_id === emi.id || undefined}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- arrows lead from row to row
      tabIndex={isLast ? 0 : -1}
    >
      {isHead && <Head message={message} isMine={isMine} />}
      <div className={styles.line}>
        {isEditing ? (
          <editor.Component topic={topic} message={message} onDone={onEdited} />
        ) : (
          <Bubble {...{ message, isMine, hasRich }} />
        )}
        {!isEditing && <Lane message={message} isMine={isMine} />}
      </div>
      {message.sending === 'refused' && <Refused refusal={message.refusal} />}
    </li>
  )
})

function Head({ message, isMine }: { message: Message; isMine: boolean }) {
  const { sender_id, codename, avatar_url, is_premium, created_at } = message
  const now = useNow()
  const time = (
    <time className={styles.when} dateTime={created_at}>
      {relativeTime(created_at, now)}
    </time>
  )
  if (isMine)
    return (
      <div className={styles.head}>
        <span className="visually-hidden">Ikaw</span>
        {time}
      </div>
    )
  return (
    <div className={styles.head}>
      <button type="button" tabIndex={-1} data-act="person" aria-haspopup="menu" className={styles.person}>
        <Avatar codename={codename} picture={avatar_url} size="small" />
        <span className={styles.name} dir="auto">
          {codename}
        </span>
      </button>
      <BotTag of={sender_id} />
      {is_premium && <PremiumBadge />}
      {time}
    </div>
  )
}

type BubbleProps = Pick<MessageRowProps, 'message' | 'isMine' | 'hasRich'>

function Bubble({ message, isMine, hasRich }: BubbleProps) {
  const { edited_at, reply_to, codename } = message
  return (
    <div className={styles.bubble}>
      {reply_to && <Quote message={message} />}
      {hasRich && isRich(message) ? (
        <richText.Component message={message} isMine={isMine} />
      ) : (
        <MessageText message={message} />
      )}
      {edited_at && <span className={styles.edited}>(edited)</span>}
      <button
        type="button"
        tabIndex={-1}
        data-act="message"
        aria-haspopup="menu"
        aria-label={isMine ? 'Iba pa sa mensahe mo' : `Iba pa sa mensahe ni ${codename}`}
        className={styles.more}
      >
        <Icon name="more" size={20} />
      </button>
    </div>
  )
}

function Quote({ message: { reply_to_message, reply_to_codename } }: { message: Message }) {
  if (reply_to_message === null) return <p className={styles.gone}>Binura ang mensaheng ito</p>
  return (
    <button type="button" tabIndex={-1} data-act="quote" className={styles.quote}>
      <span className="visually-hidden">Sagot kay </span>
      <bdi className={styles.quoted}>{reply_to_codename}</bdi>
      <span className={styles.excerpt} dir="auto">
        {reply_to_message}
      </span>
    </button>
  )
}

/** The reactions of a message, or the state of an unsent one. */
function Lane({ message, isMine }: { message: Message; isMine: boolean }) {
  const { reaction_counts, my_reaction, sending, codename } = message
  const kinds = Object.entries(reaction_counts).toSorted(([, a], [, b]) => b - a)
  const total = kinds.reduce((sum, [, count]) => sum + count, 0)
  return (
    <div className={styles.lane}>
      {total > 0 && (
        <button
          type="button"
          tabIndex={-1}
          data-act="message"
          aria-haspopup="menu"
          className={styles.reactions}
          data-own={my_reaction !== null || undefined}
        >
          <span className={styles.faces} aria-hidden="true">
            {kinds.slice(0, 2).map(([emoji]) => (
              <span key={emoji}>{emoji}</span>
            ))}
          </span>
          <span aria-hidden="true">{upTo(99, total)}</span>
          <span className="visually-hidden">
            {kinds.map(([emoji, count]) => `${emoji} ${count}`).join(', ')}
            {isMine ? ', sa mensahe mo' : `, sa mensahe ni ${codename}`}
          </span>
        </button>
      )}
      {sending && <Sending message={message} />}
    </div>
  )
}

const states = {
  sending: { icon: 'clock', words: 'Ipinapadala' },
  waiting: { icon: 'clock', words: 'Naghihintay na maipadala' },
  refused: { icon: 'warning', words: 'Hindi naipadala' },
} as const

/** In a room's slow mode it counts the seconds until the outbox sends the message. */
function Sending({ message: { sending, waitsUntil } }: { message: Message }) {
  const seconds = useSecondsUntil(waitsUntil)
  if (!sending) return null
  const { icon, words } = states[sending]
  const said = seconds > 0 ? `Dahan-dahan lang: kusang ipapadala pagkalipas ng ${seconds} segundo` : words
  return (
    <span className={styles.sending} data-state={sending} title={said}>
      <Icon name={icon} size={16} />
      {seconds > 0 && <span aria-hidden="true">{seconds} s</span>}
      <span className="visually-hidden">{said}</span>
    </span>
  )
}

/** Why it was refused, and what its writer can do. */
const Refused = ({ refusal = 'Hindi ito naipadala.' }: { refusal: string | undefined }) => (
  <div className={styles.refused} role="alert">
    <p>{refusal}</p>
    <Button kind="plain" size="small" data-act="again">
      Subukan ulit
    </Button>
    <Button kind="plain" size="small" data-act="back">
      Bawiin
    </Button>
  </div>
)
