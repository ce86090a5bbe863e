import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { generateCodename } from '../../../shared/codenames.ts'
import { countLetters, limits } from '../../../shared/limits.ts'
import { wordsFor } from '../../lib/failure.ts'
import { profileKey } from '../../lib/profile.ts'
import { useSession } from '../../lib/session.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { saveCodename } from './account.api.ts'
import styles from './CodenamePicker.module.css'

type PickerProps = {
  onDone: () => void
  /** The name to change. It is in the field at first, and leaving without saving keeps it. */
  current?: string | undefined
}

/** A generated name, or one's own; the skip button takes a generated one without asking further. */
export function CodenamePicker({ onDone, current }: PickerProps) {
  const [generated, setGenerated] = useState(() => generateCodename())
  const [custom, setCustom] = useState(current)
  const { save, busy, error } = useSave(onDone)
  const typed = custom?.trim() ?? ''
  const name = typed || generated
  const valid = countLetters(name) <= limits.codename

  const again = () => {
    setGenerated(generateCodename())
    if (custom !== undefined) setCustom('')
  }
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
        <TextField
          className={styles.custom}
          label="Sarili mong codename"
          value={custom}
          onChange={(event) => setCustom(Array.from(event.target.value).slice(0, limits.codename).join(''))}
          counter={limits.codename}
          counterWord="characters"
          autoComplete="off"
          spellCheck={false}
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
        {current ? (
          <Button kind="plain" disabled={busy} onClick={onDone}>
            Huwag na
          </Button>
        ) : (
          <Button kind="plain" disabled={busy} onClick={() => void save(generateCodename())}>
            Skip muna
          </Button>
        )}
      </div>
      {!current && <p className={styles.later}>Puwede mo pa ’tong palitan mamaya sa settings.</p>}
    </form>
  )
}

/** Saves once at a time; the profile on screen is read again before the picker goes. */
function useSave(onDone: () => void) {
  const session = useSession()
  const client = useQueryClient()
  const saving = useRef(false)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()

  async function save(name: string) {
    if (saving.current) return
    saving.current = true
    setBusy(true)
    setError(undefined)
    const user = session.status === 'in' ? session.user : undefined
    try {
      await saveCodename(user, name)
      if (user) await client.invalidateQueries({ queryKey: profileKey(user.id) })
      onDone()
    } catch (failure) {
      setError(wordsFor(failure))
      setBusy(false)
    }
    saving.current = false
  }
  return { save, busy, error }
}
