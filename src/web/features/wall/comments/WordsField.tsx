import { useId, type KeyboardEvent, type ReactNode } from 'react'
import { countLetters, limits } from '../../../../shared/limits.ts'
import { prepareHelp } from '../../../domain/safety/crisis.ts'
import styles from './WordsField.module.css'

type WordsFieldProps = {
  label: string
  value: string
  placeholder?: string
  autoFocus?: boolean
  onChange: (value: string) => void
  /** Ctrl or Cmd with Enter. Enter alone is a new line, as on a phone. */
  onSend: () => void
  onCancel?: () => void
  /** The send button. */
  children?: ReactNode
  /** A note, announced politely. */
  note?: string | undefined
}

/** From here on the counter is announced. */
const nearLimit = limits.comment - 100

/** A text area that grows with its words up to a height, then scrolls. */
export function WordsField({
  label,
  value,
  onChange,
  onSend,
  onCancel,
  children,
  note,
  ...rest
}: WordsFieldProps) {
  const about = useId()
  const count = countLetters(value.trim())

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      onSend()
    } else if (event.key === 'Escape' && onCancel) {
      // Not passed to a dialog around it.
      event.preventDefault()
      event.stopPropagation()
      onCancel()
    }
  }
  return (
    <div>
      <div className={styles.row}>
        <textarea
          {...rest}
          rows={1}
          dir="auto"
          className={styles.area}
          aria-label={label}
          aria-describedby={about}
          aria-invalid={count > limits.comment || undefined}
          value={value}
          onChange={(event) => {
            prepareHelp()
            onChange(event.currentTarget.value)
          }}
          onKeyDown={onKeyDown}
        />
        {children}
      </div>
      <div id={about} className={styles.about}>
        <output className={styles.note}>{note}</output>
        {count >= nearLimit && (
          <span className={styles.count} data-over={count > limits.comment || undefined}>
            {count}/{limits.comment}
          </span>
        )}
      </div>
    </div>
  )
}
