import { Link } from 'wouter'
import { relativeTime } from '../../../shared/relative-time.ts'
import { messageAddress } from '../../../shared/routes.ts'
import type { Notice } from '../../../shared/rows.ts'
import { upTo } from '../../../shared/up-to.ts'
import { openNotice } from '../../domain/notices/notices.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { PremiumBadge } from '../../ui/PremiumBadge.tsx'
import styles from './NoticeRow.module.css'

/** One notice: who or how many, what, when. The whole row is a link. */
export function NoticeRow({ notice, onDone }: { notice: Notice; onDone: () => void }) {
  const { kind, person_id, avatar_url, preview, count, created_at, target_url } = notice
  const codename = notice.codename ?? 'Anonymous'
  const mark = marks[kind]
  // The name and the picture are hints: the panel shows them until the database has answered.
  const href =
    person_id !== null && kind !== 'mention' ? messageAddress(person_id, codename, avatar_url) : target_url
  return (
    <Link
      href={href}
      className={styles.row}
      onClick={() => {
        void openNotice(notice)
        onDone()
      }}
    >
      {mark ? (
        <span className={styles.mark}>
          <Icon name={mark} />
        </span>
      ) : (
        <Avatar codename={codename} picture={avatar_url} />
      )}
      <span className={styles.words}>
        <span className={styles.who}>
          <span className={mark ? undefined : styles.name} dir="auto">
            {mark ? headOf(notice) : codename}
          </span>
          {notice.is_premium === true && <PremiumBadge />}
        </span>
        <span className={styles.preview} dir="auto">
          {kind === 'request' ? 'Gustong makipag-usap sa ’yo' : preview}
        </span>
        <time className={styles.when} dateTime={created_at}>
          {relativeTime(created_at)}
        </time>
      </span>
      {kind === 'dm' && (
        <span className={styles.count}>
          {upTo(9, count)}
          <span className="visually-hidden"> bagong mensahe</span>
        </span>
      )}
    </Link>
  )
}

/** The drawing of a notice that shows nobody's picture. */
const marks: Partial<Record<string, IconName>> = { reaction: 'smile', comment: 'comment', payment: 'billing' }

/** The preview of a payment says why it was rejected. */
function headOf({ kind, count, preview }: Notice): string {
  if (kind !== 'payment') return people(kind, count)
  return preview === ''
    ? 'Premium ka na! Nakita na namin ang bayad mo 💜'
    : 'Hindi pa namin ma-verify ang bayad mo'
}

/** "3 ang nag-react": people, not reactions. The server counts a hundred. */
function people(kind: string, count: number): string {
  const what = kind === 'comment' ? 'nagkomento' : 'nag-react'
  return count === 1 ? `May ${what}` : `${upTo(99, count)} ang ${what}`
}
