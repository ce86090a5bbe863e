import { excerpt } from '../../shared/excerpt.ts'
import { relativeTime } from '../../shared/relative-time.ts'
import { roomOf } from '../../shared/talks.ts'
import { plainText } from '../../shared/plain-text.ts'
import type { QueuedInTalk } from '../domain/device/kept.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import styles from './Outbox.module.css'

type OutboxMessageProps = { item: QueuedInTalk; onThrow: () => void }

/** A message, or a change of one, in the outbox. It can be taken back in its talk, where the box is. */
export function OutboxMessage({ item, onThrow }: OutboxMessageProps) {
  const { row, writtenAt, refusal } = item
  const mentioned = item.destination === 'message' ? (item.mentioned ?? []) : []
  return (
    <li className={styles.item} data-mood="kalma">
      <p className={styles.where}>
        <span>
          {kindOf(item)} {roomOf(row.topic) ? 'sa Tambayan' : 'sa isang usapan'}
        </span>
        <time dateTime={writtenAt}>{relativeTime(writtenAt)}</time>
      </p>
      {row.content !== null && (
        <p className={styles.words} dir="auto">
          {excerpt(plainText(row.content, mentioned), 150)}
        </p>
      )}
      {refusal && <Banner kind="error">{refusal}</Banner>}
      <div className={styles.acts}>
        <Button kind="plain" size="small" icon="trash" onClick={onThrow}>
          Itapon
        </Button>
      </div>
    </li>
  )
}

function kindOf({ destination, row }: QueuedInTalk): string {
  if (destination === 'message') return 'Mensahe'
  return row.content === null ? 'Pagbura ng mensahe' : 'Pagbabago ng mensahe'
}
