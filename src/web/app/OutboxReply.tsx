import { excerpt } from '../../shared/excerpt.ts'
import { relativeTime } from '../../shared/relative-time.ts'
import type { QueuedReply } from '../domain/device/kept.ts'
import { queueReaction } from '../domain/outbox/send.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import styles from './Outbox.module.css'

type OutboxReplyProps = { userId: string; item: QueuedReply; onThrow: () => void }

/** A comment or a reaction in the outbox. A comment's words go back into their box on the post itself. */
export function OutboxReply({ userId, item, onThrow }: OutboxReplyProps) {
  const { destination, row, writtenAt, refusal } = item
  return (
    <li className={styles.item} data-mood="kalma">
      <p className={styles.where}>
        <span>{destination === 'comment' ? 'Komento sa isang post' : 'Reaksyon sa isang post'}</span>
        <time dateTime={writtenAt}>{relativeTime(writtenAt)}</time>
      </p>
      <p className={styles.words} dir="auto">
        {destination === 'comment' ? excerpt(row.content, 150) : (row.emoji ?? 'Aalisin')}
      </p>
      {refusal && <Banner kind="error">{refusal}</Banner>}
      <div className={styles.acts}>
        {destination === 'comment' ? (
          <Button kind="plain" size="small" icon="trash" onClick={onThrow}>
            Itapon
          </Button>
        ) : (
          <Button
            kind="plain"
            size="small"
            icon="close"
            onClick={() => void queueReaction(userId, { row: { ...row, emoji: row.was } })}
          >
            Bawiin
          </Button>
        )}
      </div>
    </li>
  )
}
