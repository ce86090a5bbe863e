import { useEffect, useState } from 'react'
import { moodOfValue } from '../../../shared/moods.ts'
import type { PublicPost } from '../../../shared/rows.ts'
import { connect } from '../../lib/session.ts'
import { classes } from '../../ui/classes.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './Door.module.css'

type Shared = Pick<PublicPost, 'content' | 'codename' | 'mood'>
const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Somebody came by a shared link: what was shared is here, above the form, before anything is asked of them. */
export function SharedPost({ next }: { next: string }) {
  const wanted = next.startsWith('/wall/') ? new URLSearchParams(next.split('?')[1]).get('post') : null
  const id = wanted && uuid.test(wanted) ? wanted : undefined
  const [post, setPost] = useState<Shared | null>()
  useEffect(() => {
    if (id) fetchShared(id).then(setPost, () => setPost(null))
  }, [id])
  if (!id || post === null) return null
  if (!post) return <Skeleton className={styles.waiting} />
  const mood = moodOfValue(post.mood)
  return (
    <blockquote className={classes(styles.quote, styles.waiting)} data-mood={mood.slug}>
      <p>{post.content}</p>
      <footer>
        {post.codename} · {mood.title} {mood.emoji}
      </footer>
    </blockquote>
  )
}

async function fetchShared(id: string): Promise<Shared | null> {
  const { db } = await connect()
  const { data } = await db.from('public_posts').select('content, codename, mood').eq('id', id).maybeSingle()
  return data
}
