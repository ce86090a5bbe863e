import type { ReactNode } from 'react'
import { moveFocus, useSlip } from '../../../ui/use-slip.ts'
import styles from './ReactionPicker.module.css'
import { upTo } from '../../../../shared/up-to.ts'
import { choices, type Counts, type Emoji } from '../../../domain/posts/reactions.ts'

type ReactionPickerProps = {
  counts: Counts
  mine: Emoji | null
  onChoose: (emoji: Emoji) => void
  /** The content of its button. */
  children: ReactNode
}

/** The six choices. */
export function ReactionPicker({ counts, mine, onChoose, children }: ReactionPickerProps) {
  const { isOpen, close, ofButton, ofSlip } = useSlip('[aria-pressed="true"]')
  return (
    <>
      <button {...ofButton} type="button" className={styles.button}>
        {children}
      </button>
      <div {...ofSlip} className={styles.slip}>
        {isOpen && (
          <fieldset className={styles.choices} aria-label="Pumili ng reaksyon">
            {choices.map(({ name, emoji }) => (
              <button
                key={emoji}
                type="button"
                className={styles.choice}
                aria-pressed={emoji === mine}
                onKeyDown={moveFocus}
                onClick={() => {
                  close()
                  onChoose(emoji)
                }}
              >
                <span className={styles.emoji} aria-hidden="true">
                  {emoji}
                </span>
                <span className={styles.name}>{name}</span>
                {counts[emoji] ? <span className="visually-hidden"> {upTo(99, counts[emoji])}</span> : null}
              </button>
            ))}
          </fieldset>
        )}
      </div>
    </>
  )
}
