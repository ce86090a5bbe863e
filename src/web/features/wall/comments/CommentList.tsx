import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { WallComment } from '../../../../shared/rows.ts'
import { wordsFor } from '../../../lib/failure.ts'
import { useHidden } from '../../../domain/safety/sight.ts'
import { useKeyedPart } from '../../../lib/store.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { showToast } from '../../../lib/toast.ts'
import type { Post } from '../../../domain/posts/post-store.ts'
import { Comment } from './Comment.tsx'
import styles from './CommentList.module.css'
import { DeleteDialog } from './DeleteDialog.tsx'
import { drafts } from '../../../domain/posts/comment-drafts.ts'
import { passFocusOn } from './pass-focus-on.ts'
import type { Thread } from '../../../domain/posts/thread.ts'
import { removeComment, showEarlier } from '../../../domain/posts/comments.live.ts'
import { useStillList } from './use-still-list.ts'

/** New comments in an open list: the latest to announce, and those the reader has not reached. */
function useNews(comments: readonly WallComment[], sending: WallComment | undefined) {
  const newest = comments.at(-1)?.created_at ?? ''
  const [opened] = useState(newest)
  const [read, setRead] = useState(newest)
  const latest = comments.findLast((comment) => !comment.is_mine && comment.created_at > opened)
  const unread = comments.filter((comment) => !comment.is_mine && comment.created_at > read)
  const { list, goToEnd } = useStillList(() => setRead(newest))
  // A sender wants to see their comment.
  useLayoutEffect(() => {
    if (sending) goToEnd()
  }, [sending, goToEnd])

  /** At the end the pill disappears, and its focus moves to the first new comment. */
  function goToNews() {
    const first = list.current?.querySelector<HTMLElement>(`[data-comment="${unread[0]?.id}"]`)
    goToEnd()
    first?.focus({ preventScroll: true })
  }
  return { list, latest, unread, goToNews }
}

/** The comments, oldest first, opened at the newest. New ones move nothing that is being read. */
export function CommentList({ post, thread }: { post: Post; thread: Thread }) {
  const hidden = useHidden()
  const sending = useKeyedPart(drafts, post.id, (draft) => draft.sending)
  const comments = useMemo(
    () => thread.comments.filter(({ user_id }) => !hidden.has(user_id)),
    [thread, hidden],
  )
  const rows = useMemo(
    () => (sending && !comments.some(({ id }) => id === sending.id) ? [...comments, sending] : comments),
    [comments, sending],
  )
  const isEmpty = rows.length === 0 && !thread.hasEarlier
  const [deleting, setDeleting] = useState<WallComment>()

  const { list, latest, unread, goToNews } = useNews(comments, sending)

  function forget(comment: WallComment) {
    // The dialog returns the focus to the comment, which passes it on when it is removed.
    flushSync(() => setDeleting(undefined))
    removeComment(post.id, comment.id)
    // The event arrived before the answer: the comment was removed while the dialog was open.
    if (document.activeElement === document.body)
      list.current?.closest('section')?.focus({ preventScroll: true })
  }
  return (
    <>
      <output className="visually-hidden">
        {latest && <span key={latest.id}>Bagong komento ni {latest.codename}.</span>}
      </output>
      {isEmpty && (
        <p className={styles.empty}>Wala pang komento. Isang mabuting salita lang, malaking bagay na.</p>
      )}
      <div className={styles.frame} hidden={isEmpty}>
        <ol ref={list} className={styles.list} aria-label="Mga komento">
          {thread.hasEarlier && <Earlier postId={post.id} />}
          {rows.map((comment) => (
            <Comment
              key={comment.id}
              comment={comment}
              isSending={comment === sending}
              onDelete={setDeleting}
            />
          ))}
        </ol>
        {unread.length > 0 && <Pill count={unread.length} onPress={goToNews} />}
      </div>
      {deleting && (
        <DeleteDialog
          comment={deleting}
          onClose={() => setDeleting(undefined)}
          onDeleted={() => forget(deleting)}
        />
      )}
    </>
  )
}

function Pill({ count, onPress }: { count: number; onPress: () => void }) {
  return (
    <button type="button" className={styles.pill} onClick={onPress}>
      <span className={styles.down}>
        <Icon name="up" size={16} />
      </span>
      {count} bagong komento
    </button>
  )
}

/** Fetches the page before the first. The focus stays, for the next press. */
function Earlier({ postId }: { postId: string }) {
  const row = useRef<HTMLLIElement>(null)
  const [isComing, setComing] = useState(false)
  useLayoutEffect(() => passFocusOn(row.current), [])

  async function show() {
    setComing(true)
    try {
      await showEarlier(postId)
    } catch (error) {
      showToast(wordsFor(error), 'error')
    }
    setComing(false)
  }
  return (
    <li ref={row}>
      <Button kind="plain" size="small" icon="up" wide busy={isComing} onClick={() => void show()}>
        Mga naunang komento
      </Button>
    </li>
  )
}
