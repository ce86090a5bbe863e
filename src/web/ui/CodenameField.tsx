import { limits } from '../../shared/limits.ts'
import { TextField } from './TextField.tsx'

type CodenameFieldProps = {
  label: string
  value: string
  onChange: (value: string) => void
  className?: string | undefined
  error?: string | undefined
  /** Takes the focus when it appears. */
  eager?: boolean
  onEscape?: () => void
}

/** Takes no more letters than a codename may have, and says early what could not be saved. */
export function CodenameField({
  label,
  value,
  onChange,
  className,
  error,
  eager,
  onEscape,
}: CodenameFieldProps) {
  return (
    <TextField
      className={className}
      label={label}
      value={value}
      error={error}
      hint="Hindi puwede ang pangalan ng staff o ni Emi."
      onChange={(event) => onChange(Array.from(event.target.value).slice(0, limits.codename).join(''))}
      onKeyDown={(event) => event.key === 'Escape' && onEscape?.()}
      counter={limits.codename}
      counterWord="characters"
      autoComplete="off"
      spellCheck={false}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it replaces the button that was pressed
      autoFocus={eager}
    />
  )
}
