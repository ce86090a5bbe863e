import { memo } from 'react'
import { Link } from 'wouter'
import { moodOfValue } from '../../../shared/moods.ts'
import { classes } from '../../ui/classes.ts'
import { Byline } from './Byline.tsx'
import { Picture, Words } from './Picture.tsx'
import { Reactions } from './Reactions.tsx'
import styles from './PostCard.module.css'
import type { Post } from './wall.api.ts'
import { excerptOf, sizeOf } from './words.ts'

/** A feeling on the wall: its words are the picture, on the art that was chosen for them or on painted concrete. */
export const PostCard = memo(function PostCard({ post, visit }: { post: Post; visit: string }) {
  const size = sizeOf(post.content)
  const { text, cut } = excerptOf(post.content)
  const name = `post-${post.id}`
  return (
    <article
      className={classes(styles.card, post.is_mine && styles.mine)}
      data-post={post.id}
      data-size={size}
      aria-labelledby={name}
    >
      <Picture post={post} size={size} quiet className={styles.picture}>
        <Words>{text}</Words>
        <Link
          id={name}
          className={classes(styles.open, !cut && styles.quiet)}
          href={`/wall/${moodOfValue(post.mood).slug}?post=${post.id}`}
          state={{ visit, opened: true }}
        >
          {cut ? 'Basahin lahat' : 'Buksan'}
          <span className="visually-hidden">
            {cut ? ' ng' : ' ang'} post ni {post.codename}
          </span>
        </Link>
      </Picture>
      <Byline post={post} />
      <Reactions post={post} />
    </article>
  )
})
