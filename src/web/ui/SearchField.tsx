import { useId, useRef } from 'react'
import { IconButton } from './Button.tsx'
import { Icon } from './Icon.tsx'
import styles from './SearchField.module.css'

type SearchFieldProps = {
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
  /** The button that empties it; the focus is back in the field afterwards. */
  onClear: () => void
  maxLength?: number
}

/** A line to search with, and the button that empties it. What is typed stays as it is: names and slang are no mistakes to mend. */
export function SearchField({ label, onChange, onClear, ...input }: SearchFieldProps) {
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  return (
    <div className={styles.field}>
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <Icon name="search" size={20} />
      <input
        {...input}
        ref={box}
        id={id}
        type="search"
        className={styles.box}
        onChange={({ target }) => onChange(target.value)}
        dir="auto"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
      />
      {input.value && (
        <IconButton
          icon="close"
          label="Tapusin ang paghahanap"
          onClick={() => {
            onClear()
            box.current?.focus()
          }}
        />
      )}
    </div>
  )
}
