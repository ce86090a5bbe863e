import { Link, useLocation, useSearch } from 'wouter'
import { withNext } from '../../../lib/next.ts'
import { useProfile } from '../../../domain/person/profile.ts'
import type { Post } from '../../../domain/posts/post-store.ts'
import styles from './SignedAs.module.css'

/** Names the codename that a comment shows, where it may surprise its writer. */
export function SignedAs({ post }: { post: Post }) {
  const { data: profile, isSuccess } = useProfile()
  const [path] = useLocation()
  const search = useSearch()
  if (isSuccess && !profile?.codename)
    return (
      <p className={styles.hint}>
        Lalabas kang Anonymous.{' '}
        <Link className={styles.choose} href={withNext('/codename', search ? `${path}?${search}` : path)}>
          Pumili ng codename
        </Link>
      </p>
    )
  if (!post.is_mine || post.user_id !== null) return null
  return <p className={styles.hint}>Lalabas ang codename mo sa komento, kahit walang pangalan ang post.</p>
}
