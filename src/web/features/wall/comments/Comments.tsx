import { useEffect, useId, useLayoutEffect, useRef, useState, type ComponentType } from 'react'
import { wordsFor } from '../../../lib/failure.ts'
import { waiting } from '../../../domain/outbox/waiting.ts'
import { useKeyedPart } from '../../../lib/store.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { showToast } from '../../../lib/toast.ts'
import { upTo } from '../../../../shared/up-to.ts'
import { useCommentCount, type Post } from '../../../domain/posts/post-store.ts'
import styles from './Comments.module.css'
import { holdRow } from './hold-row.ts'

type PanelProps = { id?: string; post: Post; isWhole?: boolean }
let Panel: ComponentType<PanelProps> | undefined
let Box: ComponentType<{ post: Post }> | undefined
let Left: ComponentType<{ postId: string }> | undefined
/** Readers who open no comments load none of the panel. */
const load = async () => {
  const [panel, box, left] = await Promise.all([
    import('./Panel.tsx'),
    import('./CommentBox.tsx'),
    import('./LeftWords.tsx'),
  ])
  Panel = panel.Panel
  Box = box.CommentBox
  Left = left.LeftWords
}
const prepare = () => void load().catch(() => undefined)

/** A button with the number of comments, and the panel below it. Stands in a row that wraps. */
export function Comments({ post }: { post: Post }) {
  const id = useId()
  const count = useCommentCount(post.id)
  const isWaiting = useKeyedPart(waiting, post.id, ({ comments }) => comments.length > 0) ?? false
  const [isOpen, setOpen] = useState(false)
  const [isComing, setComing] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const letRowGo = useRef<() => void>(undefined)
  useLayoutEffect(() => (isOpen ? () => letRowGo.current?.() : undefined), [isOpen])

  async function toggle() {
    setComing(true)
    try {
      await load()
      const card = button.current?.closest<HTMLElement>('[data-post]')
      if (card && !isOpen) letRowGo.current = holdRow(card)
      setOpen(!isOpen)
    } catch (error) {
      showToast(wordsFor(error), 'error')
    }
    setComing(false)
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.toggle}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-busy={isComing || undefined}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => !isComing && void toggle()}
      >
        <Icon name="comment" size={22} />
        <span className={count > 0 ? 'visually-hidden' : undefined}>Komento</span>
        {count > 0 && <span className={styles.badge}>{upTo(99, count)}</span>}
        {isWaiting && <Icon name="clock" size={16} />}
        <span className="visually-hidden"> sa post ni {post.codename}</span>
        {isWaiting && <span className="visually-hidden">, may naghihintay ng signal</span>}
      </button>
      {isOpen && Panel && <Panel id={id} post={post} />}
    </>
  )
}

/** The list and the box for the full view of a post, where they are open from the start. Undefined until their code is here. */
export function useWholeComments(isWanted: boolean) {
  const [isHere, setHere] = useState(Panel !== undefined)
  useEffect(() => {
    if (!isWanted || isHere) return
    load().then(
      () => setHere(true),
      (error: unknown) => showToast(wordsFor(error), 'error'),
    )
  }, [isWanted, isHere])
  return Panel && Box && { Panel, Box }
}

/** The number of comments, above their list. */
export function CommentCount({ postId }: { postId: string }) {
  const count = useCommentCount(postId)
  return (
    <span className={styles.count}>
      <Icon name="comment" size={22} />
      <span>{count > 0 ? `${upTo(99, count)} komento` : 'Komento'}</span>
    </span>
  )
}

/** The unsent words under a post that was removed. Without an opened panel there are none. */
export function LeftComment({ postId }: { postId: string }) {
  return Left && <Left postId={postId} />
}
