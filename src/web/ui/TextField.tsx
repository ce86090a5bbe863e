import { useId, useState, type ComponentProps, type ReactNode } from 'react'
import { countLetters } from '../../shared/limits.ts'
import { classes } from './classes.ts'
import { Icon } from './Icon.tsx'
import styles from './TextField.module.css'

type Frame = {
  label: string
  hint?: ReactNode
  error?: string | undefined
  /** Letters (code points) allowed; shows "n/max". */ counter?: number
  counterWord?: string
}
type TextFieldProps = Frame & Omit<ComponentProps<'input'>, 'value'> & { value: string; multiline?: false }
type TextAreaProps = Frame & Omit<ComponentProps<'textarea'>, 'value'> & { value: string; multiline: true }

/** Label above, hint and counter below, the error in place of the hint and tied to the field. `multiline` gives a textarea. */
export function TextField({
  label,
  hint,
  error,
  counter,
  counterWord,
  className,
  ...field
}: TextFieldProps | TextAreaProps) {
  const own = useId()
  const id = field.id ?? own
  const described = {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': hint || error || counter ? `${id}-about` : undefined,
  }
  return (
    <div className={classes(styles.field, className)}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {field.multiline ? <TextArea {...field} {...described} /> : <Input {...field} {...described} />}
      {(hint || error || counter) && (
        <div className={styles.about} id={`${id}-about`}>
          {error ? <span className={styles.error}>{error}</span> : <span>{hint}</span>}
          {counter && (
            <span className={styles.counter}>
              {countLetters(field.value)}/{counter} {counterWord}
            </span>
          )}
        </div>
      )}
    </div>
  )
}

function Input({ multiline: _, ...rest }: Omit<TextFieldProps, 'label'>) {
  return <input className={styles.input} {...rest} />
}

function TextArea({ multiline: _, ...rest }: Omit<TextAreaProps, 'label'>) {
  return <textarea className={classes(styles.input, styles.area)} {...rest} />
}

type PasswordFieldProps = Frame & Omit<ComponentProps<'input'>, 'value' | 'type'> & { value: string }

/** A password with a toggle that shows it; the toggle never submits the form. */
export function PasswordField({ label, hint, error, className, ...input }: PasswordFieldProps) {
  const own = useId()
  const id = input.id ?? own
  const [shown, setShown] = useState(false)
  return (
    <div className={classes(styles.field, className)}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <div className={styles.reveal}>
        <input
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...input}
          id={id}
          type={shown ? 'text' : 'password'}
          className={styles.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={hint || error ? `${id}-about` : undefined}
        />
        <button
          type="button"
          className={styles.eye}
          aria-pressed={shown}
          aria-label={`Ipakita: ${label}`}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'eye-off' : 'eye'} size={22} />
        </button>
      </div>
      {(hint || error) && (
        <div className={styles.about} id={`${id}-about`}>
          {error ? <span className={styles.error}>{error}</span> : <span>{hint}</span>}
        </div>
      )}
    </div>
  )
}
