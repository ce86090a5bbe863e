import { exactTime, relativeTime, roughTime } from '../../../../shared/relative-time.ts'
import { menuOf } from '../../../domain/overlays.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { CodenameMenu } from '../../../ui/CodenameMenu.tsx'
import { PremiumBadge } from '../../../ui/PremiumBadge.tsx'
import styles from './Byline.module.css'
import type { Post } from '../../../domain/posts/post-store.ts'

/** The author and time on a strip of paper. */
export function Byline({ post }: { post: Post }) {
  const name = (
    <span className={styles.name} dir="auto">
      {post.codename}
    </span>
  )
  return (
    <footer className={styles.byline}>
      <Avatar codename={post.codename} picture={post.avatar_url} size="small" />
      <span className={styles.who}>
        {post.is_mine || post.user_id === null ? (
          name
        ) : (
          <CodenameMenu {...menuOf(post.user_id, post.codename, post.avatar_url)}>{name}</CodenameMenu>
        )}
        {post.is_premium && <PremiumBadge />}
      </span>
      {post.is_mine && <span className={styles.mine}>ikaw 'to</span>}
      <time className={styles.when} dateTime={post.created_at} title={exactTime(post.created_at)}>
        {(post.user_id === null ? roughTime : relativeTime)(post.created_at)}
      </time>
    </footer>
  )
}
