import { useRef, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { warningLabel } from '../../../../shared/content-warnings.ts'
import { createKeyed, useKeyed } from '../../../lib/store.ts'
import { useFilteredWord } from '../../../domain/safety/word-filters.ts'
import { classes } from '../../../ui/classes.ts'
import { Icon } from '../../../ui/Icon.tsx'
import styles from './Folded.module.css'

/** What the reader has unfolded, by id; for as long as the page lives. */
const unfolded = createKeyed<true>()

type Foldable = { id: string; content: string; is_mine?: boolean; content_warning?: string | null }

/** Why these words are folded for this reader; undefined when they are not, or not any more. One's own never are. */
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

/** What others see before the words of one's own post. */
export function OwnWarning({ post }: { post: Foldable }) {
  const words = post.is_mine && warningWords(post.content_warning)
  return words && <p className={styles.own}>{words}</p>
}

type FoldedProps = {
  /** Of the post or comment. */
  id: string
  /** From `useFold`; without one the words are simply there. */
  reason: string | undefined
  /** Among comments. */
  small?: boolean
  children: ReactNode
}

/** A cover over words that somebody may not want to meet. They are not in the page until they are asked for. */
export function Folded({ id, reason, small, children }: FoldedProps) {
  const words = useRef<HTMLDivElement>(null)
  function unfold() {
    flushSync(() => unfolded.put(id, true))
    // The button has gone: the focus is on what it covered.
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
