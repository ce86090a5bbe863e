import { useState, type FormEvent } from 'react'
import { generateCodename } from '../../../shared/codenames.ts'
import { countLetters, isBlank, limits } from '../../../shared/limits.ts'
import { useCodename } from '../../domain/person/codename.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { CodenameField } from '../../ui/CodenameField.tsx'
import styles from './CodenamePicker.module.css'

type PickerProps = {
  onDone: () => void
  /** The current codename, if any. Leaving without saving keeps it. */
  current?: string | undefined
}

/** Picks a generated or typed name. The skip button saves a generated one. */
export function CodenamePicker({ onDone, current }: PickerProps) {
  const [generated, setGenerated] = useState(() => generateCodename())
  const [custom, setCustom] = useState(current)
  const { save, busy, error, forgetError } = useCodename({
    onDone,
    refusal: (words) => `Profile update failed: ${words}. Please try again or contact support.`,
  })
  const name = custom === undefined || isBlank(custom) ? generated : custom.trim()
  const valid = countLetters(name) <= limits.codename

  const again = () => {
    forgetError()
    setGenerated(generateCodename())
    if (custom !== undefined) setCustom('')
  }
  const leave = () => (current ? onDone() : void save(generateCodename()))
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (valid) void save(name)
  }
  return (
    <form className={styles.picker} noValidate onSubmit={onSubmit}>
      <Avatar codename={name} size="huge" />
      <p className={styles.name} aria-live="polite">
        {name}
      </p>
      <Button kind="quiet" icon="shuffle" onClick={again}>
        Generate Again
      </Button>
      {custom !== undefined && (
        <CodenameField
          className={styles.custom}
          label="Sarili mong codename"
          value={custom}
          onChange={(next) => {
            forgetError()
            setCustom(next)
          }}
        />
      )}
      <button
        type="button"
        className={styles.toggle}
        onClick={() => setCustom(custom === undefined ? '' : undefined)}
      >
        {custom === undefined ? 'Gusto kong ako ang mag-type' : 'Balik sa generated'}
      </button>
      {error && <Banner kind="error">{error}</Banner>}
      <div className={styles.actions}>
        <Button type="submit" size="large" wide busy={busy} disabled={!valid}>
          G na 'to!
        </Button>
        <Button kind="plain" disabled={busy} onClick={leave}>
          {current ? 'Huwag na' : 'Skip muna'}
        </Button>
      </div>
      {!current && <p className={styles.later}>Puwede mo pa ’tong palitan mamaya sa settings.</p>}
    </form>
  )
}
