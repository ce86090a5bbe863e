import { useRef, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { warningLabel } from '../../../../shared/content-warnings.ts'
import { createKeyed, useKeyed } from '../../../lib/store.ts'
import { useFilteredWord } from '../../../domain/safety/word-filters.ts'
import { classes } from '../../../ui/classes.ts'
import { Icon } from '../../../ui/Icon.tsx'
import styles from './Folded.module.css'

/** Unfolded ids, as long as the page lives. */
const unfolded = createKeyed<true>()

type Foldable = { id: string; content: string; is_mine?: boolean; content_warning?: string | null }

/** Why these words are folded for the reader; undefined when they are not. Own words never are. */
export function useFold({ id, content, is_mine, content_warning }: Foldable): string | undefined {
  const isUnfolded = useKeyed(unfolded, id)
  const word = useFilteredWord(content)
  if (isUnfolded || is_mine) return undefined
  return (
    [warningWords(content_warning), word && `May salitang iniiwasan mo: ${word}`]
      .filter(Boolean)
      .join(' · ') || undefined
  )
}

function warningWords(warning: string | null = null) {
  const label = warningLabel(warning)
  return label && `Babala: ${label}`
}

/** The warning that others see before the person's own post. */
export function OwnWarning({ post }: { post: Foldable }) {
  const words = post.is_mine && warningWords(post.content_warning)
  return words && <p className={styles.own}>{words}</p>
}

type FoldedProps = {
  /** The id of the post or comment. */
  id: string
  /** From `useFold`. Without a reason the words show. */
  reason: string | undefined
  small?: boolean
  children: ReactNode
}

/** Covers words that a reader may not want to see. They are not in the page until the reader unfolds them. */
export function Folded({ id, reason, small, children }: FoldedProps) {
  const words = useRef<HTMLDivElement>(null)
  function unfold() {
    flushSync(() => unfolded.put(id, true))
    // The button is gone: the focus moves to the words.
    words.current?.focus({ preventScroll: true })
  }
  if (!reason)
    return (
      <div ref={words} tabIndex={-1} className={styles.words}>
        {children}
      </div>
    )
  return (
    <div className={classes(styles.cover, small && styles.small)}>
      <p className={styles.reason} dir="auto">
        <Icon name="warning" size={small ? 18 : 26} />
        <span>{reason}</span>
      </p>
      <button type="button" className={styles.show} onClick={unfold}>
        Ipakita
      </button>
    </div>
  )
}
