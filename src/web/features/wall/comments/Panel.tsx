import { useEffect, useRef } from 'react'
import { isOffline, wordsFor } from '../../../lib/failure.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { useCommentCount, type Post } from '../../../domain/posts/post-store.ts'
import { CommentBox } from './CommentBox.tsx'
import { CommentList } from './CommentList.tsx'
import { settleDraft } from '../../../domain/posts/comment-drafts.ts'
import styles from './Panel.module.css'
import { useAuthor } from './use-author.ts'
import { WaitingComments } from './WaitingComments.tsx'
import { followComments, refresh, useThread } from '../../../domain/posts/comments.live.ts'

type PanelProps = {
  id?: string
  post: Post
  /** In the full view of the post: it scrolls with the post, and the box stands at the dialog's foot. */
  isWhole?: boolean
}

/** All comments of a post, live while open, and the box for an own one. */
export function Panel({ id, post, isWhole = false }: PanelProps) {
  const panel = useRef<HTMLElement>(null)
  const { thread, error } = useThread(post.id) ?? {}
  const author = useAuthor(post)

  useEffect(() => followComments(post.id), [post.id])
  useEffect(() => {
    if (thread) settleDraft(post.id, thread.comments)
  }, [post.id, thread])
  const isReady = thread !== undefined
  // Under a post at the lower edge the panel would open off the screen.
  useEffect(() => {
    if (isReady && !isWhole) panel.current?.scrollIntoView({ block: 'nearest' })
  }, [isReady, isWhole])

  return (
    <section
      ref={panel}
      id={id}
      tabIndex={-1}
      className={styles.panel}
      aria-label={`Mga komento sa post ni ${post.codename}`}
    >
      {thread && <CommentList post={post} thread={thread} />}
      {!thread && error === undefined && <Coming post={post} />}
      {!thread && error !== undefined && (
        <div className={styles.failed}>
          <Banner kind="error">
            {isOffline(error) ? 'Lalabas ito pag may signal na.' : wordsFor(error)}
          </Banner>
          <Button kind="quiet" size="small" onClick={() => void refresh(post.id)}>
            Subukan ulit
          </Button>
        </div>
      )}
      <WaitingComments postId={post.id} author={author} />
      {!isWhole && <CommentBox post={post} />}
    </section>
  )
}

/** The height estimated from the number of comments. */
function Coming({ post }: { post: Post }) {
  const count = useCommentCount(post.id)
  return (
    <div className={styles.coming}>
      <output className="visually-hidden">Kinukuha ang mga komento…</output>
      {Array.from({ length: Math.min(Math.max(count, 1), 4) }, (_, row) => (
        <Skeleton key={row} className={styles.bone} />
      ))}
    </div>
  )
}
