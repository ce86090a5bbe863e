import { useId, useRef } from 'react'
import { IconButton } from './Button.tsx'
import { Icon } from './Icon.tsx'
import styles from './SearchField.module.css'

type SearchFieldProps = {
  label: string
  placeholder: string
  value: string
  onChange: (value: string) => void
  /** Empties the field, which takes the focus again. */
  onClear: () => void
  maxLength?: number
}

/** A search field with a button that empties it. No autocorrect: names and slang are no mistakes. */
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
