import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { moodOfValue } from '../../../../shared/moods.ts'
import { wordsFor } from '../../../lib/failure.ts'
import { Button } from '../../../ui/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { createKeyed } from '../../../lib/store.ts'
import { showToast } from '../../../lib/toast.ts'
import { sizeOf } from '../../../ui/word-size.ts'
import { LeftComment } from '../comments/Comments.tsx'
import { showPost } from '../../../domain/safety/sight.ts'
import card from '../post/PostCard.module.css'
import styles from './Trace.module.css'
import { wallAddress } from '../post/view.ts'
import { posts, type Post } from '../../../domain/posts/post-store.ts'

/** The card's height before its post was removed, px, and whether it had the focus. Unknown for a post out of the document. */
const measures = createKeyed<{ height: number; hadFocus: boolean }>()

/** Called before the card is removed. */
export function keepMeasure(id: string): void {
  const there = document.querySelector(`[data-post="${CSS.escape(id)}"]`)
  measures.put(id, {
    height: there?.getBoundingClientRect().height ?? 0,
    hadFocus: there?.contains(document.activeElement) ?? false,
  })
}

type Why = 'moved' | 'deleted' | 'missing'

/** The place of a removed post in its card's size, with the reader's unsent words. */
function Trace({ post, why, children }: { post: Post; why?: Why; children: ReactNode }) {
  const trace = useRef<HTMLDivElement>(null)
  const { height, hadFocus } = (why && measures.read(post.id)) ?? {}
  useLayoutEffect(() => {
    if (hadFocus && document.activeElement === document.body) trace.current?.focus({ preventScroll: true })
  }, [hadFocus])
  return (
    <div
      ref={trace}
      tabIndex={-1}
      data-trace={post.id}
      className={classes(card.card, styles.trace)}
      data-size={sizeOf(post.content)}
      style={{ minHeight: height }}
    >
      <p>{children}</p>
      {why && why !== 'moved' && <LeftComment postId={post.id} />}
    </div>
  )
}

/** A post that was deleted, hidden, or moved to another wall. */
export function GoneTrace({ post, why }: { post: Post; why: Why }) {
  if (why === 'missing') return <Trace {...{ post, why }}>Wala na rito ang post na ’to.</Trace>
  if (why === 'deleted') return <Trace {...{ post, why }}>Binura na ito ng sumulat.</Trace>
  const { slug, title } = moodOfValue(post.mood)
  return (
    <Trace {...{ post, why }}>
      {post.is_mine ? 'Lumipat na ang post mo sa ' : 'Lumipat na ito sa '}
      <Link href={wallAddress(slug, { post: post.id })}>{title}</Link>.
    </Trace>
  )
}

/** The reader hid the post and can undo it. */
export function HiddenTrace({ post }: { post: Post }) {
  const [isBusy, setBusy] = useState(false)
  async function show() {
    setBusy(true)
    posts.unbury(post.id)
    try {
      await showPost(post.id)
    } catch (error) {
      showToast(wordsFor(error), 'error')
      setBusy(false)
    }
  }
  return (
    <Trace post={post}>
      Itinago mo ang post na ’to.
      <Button kind="plain" size="small" className={styles.back} busy={isBusy} onClick={() => void show()}>
        Ibalik
      </Button>
    </Trace>
  )
}
