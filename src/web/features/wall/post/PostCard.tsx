import { memo } from 'react'
import { Link } from 'wouter'
import { moodOfValue } from '../../../../shared/moods.ts'
import { classes } from '../../../ui/classes.ts'
import { sizeOf } from '../../../ui/word-size.ts'
import { Byline } from './Byline.tsx'
import { Folded, OwnWarning, useFold } from './Folded.tsx'
import { Picture, Words } from './Picture.tsx'
import styles from './PostCard.module.css'
import { PostFoot } from './PostFoot.tsx'
import { wallAddress } from './view.ts'
import type { Post } from '../../../domain/posts/post-store.ts'
import { excerptOf } from './words.ts'

type PostCardProps = {
  post: Post
  visit: string
  /** The wall's current search. */
  q?: string
}

/** A post on the wall. Its words are painted on its picture. */
export const PostCard = memo(function PostCard({ post, visit, q = '' }: PostCardProps) {
  const size = sizeOf(post.content)
  const { text, cut } = excerptOf(post.content)
  const fold = useFold(post)
  const isCut = cut && !fold
  const name = `post-${post.id}`
  return (
    <article
      className={classes(styles.card, post.is_mine && styles.mine)}
      data-post={post.id}
      data-size={size}
      aria-labelledby={name}
    >
      <Picture post={post} size={size} quiet className={styles.picture}>
        <OwnWarning post={post} />
        <Folded id={post.id} reason={fold}>
          <Words>{text}</Words>
        </Folded>
        <Link
          id={name}
          className={classes(styles.open, !isCut && styles.quiet)}
          href={wallAddress(moodOfValue(post.mood).slug, { q, post: post.id })}
          state={{ visit, opened: true }}
        >
          {isCut ? 'Basahin lahat' : 'Buksan'}
          <span className="visually-hidden">
            {isCut ? ' ng' : ' ang'} post ni {post.codename}
          </span>
        </Link>
      </Picture>
      <Byline post={post} />
      <PostFoot post={post} />
    </article>
  )
})
