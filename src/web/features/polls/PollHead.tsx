import type { Poll } from '../../../shared/polls.ts'
import { exactTime, relativeTime } from '../../../shared/relative-time.ts'
import { menuOf, openOverlay } from '../../domain/overlays.ts'
import { useNow } from '../../lib/use-now.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { CodenameMenu, PersonItems } from '../../ui/CodenameMenu.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { PremiumBadge } from '../../ui/PremiumBadge.tsx'
import styles from './PollHead.module.css'

type PollHeadProps = { row: Poll; isMine: boolean; onDelete?: () => void }

/** The creator, the age, and the menu. Only a creator who is Premium gets `onDelete`. */
export function PollHead({ row, isMine, onDelete }: PollHeadProps) {
  const now = useNow()
  const { creator_codename: codename, creator_avatar_url: picture } = row
  const person = menuOf(row.user_id, codename, picture)
  const name = (
    <span className={styles.name} dir="auto">
      {codename}
    </span>
  )
  const label = `Iba pa sa poll ni ${codename}`
  return (
    <div className={styles.head}>
      <Avatar codename={codename} picture={picture} size="small" />
      <div className={styles.about}>
        <span className={styles.who}>
          {isMine ? name : <CodenameMenu {...person}>{name}</CodenameMenu>}
          {row.creator_is_premium && <PremiumBadge />}
        </span>
        <span className={styles.when}>
          <time dateTime={row.created_at} title={exactTime(row.created_at)}>
            {relativeTime(row.created_at, now)}
          </time>
          {isMine && <span className={styles.mine}>ikaw 'to</span>}
        </span>
      </div>
      {!isMine && (
        <Menu label={label}>
          <MenuItem icon="flag" onSelect={() => openOverlay('report', { type: 'poll', id: row.id })}>
            I-report
          </MenuItem>
          <PersonItems {...person} />
        </Menu>
      )}
      {isMine && onDelete && (
        <Menu label={label}>
          <MenuItem icon="trash" danger onSelect={onDelete}>
            Burahin
          </MenuItem>
        </Menu>
      )}
    </div>
  )
}
