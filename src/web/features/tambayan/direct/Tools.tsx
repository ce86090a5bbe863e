import { upTo } from '../../../../shared/up-to.ts'
import { useUnreadTalks } from '../../../domain/notices/unread.ts'
import { IconButton } from '../../../ui/Button.tsx'
import styles from './Tools.module.css'
import { useSide } from './use-side.ts'

/** The buttons for the conversations and, on a phone, for the people online. */
export function Tools() {
  const { side, open } = useSide()
  const unread = useUnreadTalks()
  return (
    <>
      <IconButton
        icon="people"
        label="Mga online"
        className={styles.people ?? ''}
        onClick={() => open({ kind: 'people' })}
      />
      <IconButton
        icon="comment"
        label={unread > 0 ? `Mga usapan, ${unread} ang may bago` : 'Mga usapan'}
        badge={unread > 0 && <span className={styles.count}>{upTo(9, unread)}</span>}
        className={styles.chats ?? ''}
        data-opens="chats"
        aria-pressed={side?.kind === 'chats'}
        onClick={() => {
          if (side?.kind !== 'chats') open({ kind: 'chats' })
        }}
      />
    </>
  )
}
