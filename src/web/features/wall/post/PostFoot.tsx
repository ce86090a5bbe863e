import { CommentCount, Comments } from '../comments/Comments.tsx'
import styles from './PostFoot.module.css'
import { PostMenu } from './PostMenu.tsx'
import { Reactions } from '../reactions/Reactions.tsx'
import { ShareMenu } from './ShareMenu.tsx'
import type { Post } from '../../../domain/posts/post-store.ts'

/** Reactions, comments, sharing and the menu of a post. `isWhole`: its comments are open below. */
export function PostFoot({ post, isWhole = false }: { post: Post; isWhole?: boolean }) {
  return (
    <>
      <Reactions post={post} />
      <div className={styles.row}>
        {isWhole ? <CommentCount postId={post.id} /> : <Comments post={post} />}
        <span className={styles.end}>
          <ShareMenu post={post} />
          <PostMenu post={post} />
        </span>
      </div>
    </>
  )
}
