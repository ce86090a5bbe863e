import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { Link } from 'wouter'
import { moodOfValue } from '../../../../shared/moods.ts'
import { wordsFor } from '../../../lib/failure.ts'
import { Button } from '../../../ui/Button.tsx'
import { classes } from '../../../ui/classes.ts'
import { showToast } from '../../../lib/toast.ts'
import { sizeOf } from '../../../ui/word-size.ts'
import { LeftComment } from '../comments/Comments.tsx'
import { showPost } from '../../../domain/posts/own-post.api.ts'
import card from '../post/PostCard.module.css'
import styles from './Trace.module.css'
import { wallAddress } from '../post/view.ts'
import type { Post } from '../../../domain/posts/posts.api.ts'

/** Where a post stood: as wide and as high as it was, until the next visit. Who was in it, in their words perhaps, is there still. */
function Trace({ post, children }: { post: Post; children: ReactNode }) {
  const trace = useRef<HTMLDivElement>(null)
  const hadFocus = post.trace?.hadFocus
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
      style={{ minHeight: post.trace?.height }}
    >
      <p>{children}</p>
      {post.trace && post.trace.why !== 'moved' && <LeftComment postId={post.id} />}
    </div>
  )
}

/** It was deleted, went out of sight, or changed its mood: then it says to which wall it went. */
export function GoneTrace({ post, why }: { post: Post; why: 'moved' | 'deleted' | 'missing' }) {
  if (why === 'missing') return <Trace post={post}>Wala na rito ang post na ’to.</Trace>
  if (why === 'deleted') return <Trace post={post}>Binura na ito ng sumulat.</Trace>
  const { slug, title } = moodOfValue(post.mood)
  return (
    <Trace post={post}>
      {post.is_mine ? 'Lumipat na ang post mo sa ' : 'Lumipat na ito sa '}
      <Link href={wallAddress(slug, { post: post.id })}>{title}</Link>.
    </Trace>
  )
}

/** The reader hid it, and may think again. */
export function HiddenTrace({ post }: { post: Post }) {
  const [isBusy, setBusy] = useState(false)
  async function show() {
    setBusy(true)
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
