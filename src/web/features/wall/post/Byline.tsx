import { relativeTime, roughTime } from '../../../../shared/relative-time.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { PremiumBadge } from '../../../ui/PremiumBadge.tsx'
import styles from './Byline.module.css'
import type { Post } from '../../../domain/posts/post-store.ts'

const exact = new Intl.DateTimeFormat('fil-PH', { dateStyle: 'full', timeStyle: 'short' })

/** The author and time on a strip of paper. */
export function Byline({ post }: { post: Post }) {
  return (
    <footer className={styles.byline}>
      <Avatar codename={post.codename} picture={post.avatar_url} size="small" />
      <span className={styles.who}>
        <span className={styles.name} dir="auto">
          {post.codename}
        </span>
        {post.is_premium && <PremiumBadge />}
      </span>
      {post.is_mine && <span className={styles.mine}>ikaw 'to</span>}
      <time
        className={styles.when}
        dateTime={post.created_at}
        title={exact.format(new Date(post.created_at))}
      >
        {(post.user_id === null ? roughTime : relativeTime)(post.created_at)}
      </time>
    </footer>
  )
}
