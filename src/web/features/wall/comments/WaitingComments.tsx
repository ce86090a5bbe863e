import { useEffect } from 'react'
import { settleWaiting, takeBackComment, type Author } from '../../../domain/posts/comment-drafts.ts'
import { putOwn, useThread } from '../../../domain/posts/comments.live.ts'
import { onReplySent, waiting } from '../../../domain/outbox/waiting.ts'
import { useKeyedPart } from '../../../lib/store.ts'
import { showToast } from '../../../lib/toast.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import styles from './WaitingComments.module.css'

/** The person's comments under this post that wait in the outbox. */
export function WaitingComments({ postId, author }: { postId: string; author: Author }) {
  const items = useKeyedPart(waiting, postId, ({ comments }) => comments)
  const thread = useThread(postId)?.thread
  const userId = author.user_id
  useEffect(
    () =>
      onReplySent(({ destination, row }, stored) => {
        if (destination === 'comment' && row.post_id === postId && stored)
          putOwn({ ...author, ...stored, is_mine: true }, stored)
      }),
    [postId, author],
  )
  useEffect(() => {
    if (thread && items) settleWaiting(userId, items, thread).catch(() => undefined)
  }, [userId, items, thread])

  const isShown = ({ id }: { id: string }) => !thread?.comments.some((comment) => comment.id === id)
  if (!items?.some(isShown)) return null
  return (
    <ul className={styles.list} aria-label="Mga komentong naghihintay ng signal">
      {items.filter(isShown).map((item) => (
        <li key={item.id} className={styles.item}>
          <p className={styles.state}>
            <Icon name="clock" size={16} /> naghihintay ng signal
          </p>
          <p className={styles.words} dir="auto">
            {item.row.content}
          </p>
          {item.refusal && <Banner kind="error">{item.refusal}</Banner>}
          <Button
            kind="plain"
            size="small"
            icon="pen"
            onClick={() =>
              void takeBackComment(userId, item).catch(() =>
                showToast('Hindi natuloy. Subukan ulit.', 'error'),
              )
            }
          >
            Bawiin
          </Button>
        </li>
      ))}
    </ul>
  )
}
