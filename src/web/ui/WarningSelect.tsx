import { useId } from 'react'
import { contentWarnings, type ContentWarning } from '../../shared/content-warnings.ts'
import styles from './WarningSelect.module.css'

type WarningSelectProps = {
  warning: ContentWarning | null
  onChange: (warning: ContentWarning | null) => void
  disabled?: boolean
}

/** The content warning that readers see before a post. */
export function WarningSelect({ warning, onChange, disabled }: WarningSelectProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id}>Babala</label>
      <select
        id={id}
        className={styles.select}
        value={warning ?? ''}
        disabled={disabled}
        onChange={({ target }) =>
          onChange(contentWarnings.find(({ value }) => value === target.value)?.value ?? null)
        }
      >
        <option value="">Wala</option>
        {contentWarnings.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
}
