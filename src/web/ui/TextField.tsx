import { useId, useState, type ComponentProps, type ReactNode } from 'react'
import { countLetters } from '../../shared/limits.ts'
import { classes } from './classes.ts'
import { Icon } from './Icon.tsx'
import styles from './TextField.module.css'

type Words = { label: string; hint?: ReactNode; error?: string | undefined }
type Count = {
  /** Letters (code points) allowed; shows "n/max". */
  counter?: number
  /** After the count: "12/20 characters". */
  counterWord?: string
}
type LineProps = Words &
  Count &
  Omit<ComponentProps<'input'>, 'value'> & { value?: string; multiline?: false }
type AreaProps = Words &
  Count &
  Omit<ComponentProps<'textarea'>, 'value'> & { value?: string; multiline: true }

/** Label above, hint and counter below, the error in place of the hint and tied to the field. `multiline` gives a textarea. */
export function TextField(props: LineProps | AreaProps) {
  const own = useId()
  const { label, hint, error, counter, counterWord, className } = props
  const id = props.id ?? own
  const about = hint || error || counter ? `${id}-about` : undefined
  const tie = { id, 'aria-invalid': error ? true : undefined, 'aria-describedby': about }
  const count = counter ? `${countLetters(props.value ?? '')}/${counter} ${counterWord ?? ''}` : undefined
  return (
    <FieldFrame {...{ id, label, hint, error, count, className }}>
      {props.multiline ? (
        <textarea {...elementProps(props)} {...tie} className={classes(styles.input, styles.area)} />
      ) : (
        <input {...elementProps(props)} {...tie} className={styles.input} />
      )}
    </FieldFrame>
  )
}

/** The props of the element itself. */
function elementProps<Props extends Words & Count & { multiline?: boolean; className?: string | undefined }>({
  label: _label,
  hint: _hint,
  error: _error,
  counter: _counter,
  counterWord: _word,
  multiline: _multiline,
  className: _class,
  ...rest
}: Props) {
  return rest
}

type PasswordProps = Words & Omit<ComponentProps<'input'>, 'value' | 'type'> & { value?: string }

/** A password with a toggle that shows it; the toggle never submits the form. */
export function PasswordField({ label, hint, error, className, ...input }: PasswordProps) {
  const own = useId()
  const id = input.id ?? own
  const [shown, setShown] = useState(false)
  return (
    <FieldFrame {...{ id, label, hint, error, className }}>
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
    </FieldFrame>
  )
}

type FrameProps = Words & {
  id: string
  count?: string | undefined
  className?: string | undefined
  children: ReactNode
}

function FieldFrame({ id, label, hint, error, count, className, children }: FrameProps) {
  return (
    <div className={classes(styles.field, className)}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {children}
      {(hint || error || count) && (
        <div className={styles.about} id={`${id}-about`}>
          {error ? <span className={styles.error}>{error}</span> : <span>{hint}</span>}
          {count && <span className={styles.counter}>{count}</span>}
        </div>
      )}
    </div>
  )
}
