import type { Poll } from '../../../shared/polls.ts'
import { exactTime } from '../../../shared/relative-time.ts'
import { serverNow } from '../../lib/clock.ts'
import { Icon } from '../../ui/Icon.tsx'
import styles from './PollCard.module.css'
import { leftWords, votesOf } from './words.ts'

type PollFootProps = { row: Poll; isOpen: boolean; total: number }

/** The number of votes, and the end. */
export function PollFoot({ row, isOpen, total }: PollFootProps) {
  const { expires_at: end } = row
  return (
    <p className={styles.foot}>
      <span>{votesOf(total)}</span>
      {end !== null && (
        <time className={styles.end} dateTime={end} title={exactTime(end)}>
          <Icon name={isOpen ? 'clock' : 'lock'} size={16} />
          {isOpen ? leftWords(Date.parse(end) - serverNow()) : 'Sarado na ang botohan'}
        </time>
      )}
      {end === null && !isOpen && <span className={styles.end}>Sarado na ang botohan</span>}
    </p>
  )
}
