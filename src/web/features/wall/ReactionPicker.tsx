import { useId, useRef, useState, type KeyboardEvent, type ReactNode, type ToggleEvent } from 'react'
import { flushSync } from 'react-dom'
import styles from './ReactionPicker.module.css'
import { choices, upTo, type Counts, type Emoji } from './reactions.ts'

type ReactionPickerProps = {
  counts: Counts
  mine: Emoji | null
  onChoose: (emoji: Emoji) => void
  /** The face of the button that opens it. */
  children: ReactNode
}

/** The six choices on a slip of paper. The browser's own popover: Escape and a press elsewhere close it, the focus goes back. */
export function ReactionPicker({ counts, mine, onChoose, children }: ReactionPickerProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const slip = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)

  /** Beside its button, on the side that has room. Choices exist only while they are shown: a wall has many posts. */
  function prepare({ newState }: ToggleEvent) {
    if (newState !== 'open' || !button.current || !slip.current) return
    const { top, bottom, left } = button.current.getBoundingClientRect()
    const { style } = slip.current
    style.setProperty('--from-left', `${left}px`)
    const isRoomAbove = top > innerHeight / 3
    style.top = isRoomAbove ? 'auto' : `${bottom}px`
    style.bottom = isRoomAbove ? `${innerHeight - top}px` : 'auto'
    flushSync(() => setOpen(true))
  }
  function settle({ newState }: ToggleEvent) {
    if (newState === 'open') {
      const here = slip.current?.querySelector<HTMLElement>('[aria-pressed="true"]')
      ;(here ?? slip.current?.querySelector<HTMLElement>('button'))?.focus({ preventScroll: true })
      // It stands on the screen, its post moves.
      addEventListener('scroll', close, { once: true, capture: true, passive: true })
    } else {
      removeEventListener('scroll', close, { capture: true })
      setOpen(false)
    }
  }
  const close = () => slip.current?.hidePopover()

  return (
    <>
      <button ref={button} type="button" className={styles.button} popoverTarget={id} aria-expanded={isOpen}>
        {children}
      </button>
      <div
        ref={slip}
        id={id}
        popover="auto"
        className={styles.slip}
        onBeforeToggle={prepare}
        onToggle={settle}
      >
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

function moveFocus(event: KeyboardEvent<HTMLButtonElement>) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
  if (!step) return
  event.preventDefault()
  const all = [...(event.currentTarget.parentElement?.querySelectorAll('button') ?? [])]
  const at = all.indexOf(event.currentTarget)
  all[(at + step + all.length) % all.length]?.focus()
}
