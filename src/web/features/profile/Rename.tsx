import type { FormEvent } from 'react'
import { generateCodename } from '../../../shared/codenames.ts'
import { isBlank } from '../../../shared/limits.ts'
import { useCodename } from '../../domain/person/codename.ts'
import { showToast } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { CodenameField } from '../../ui/CodenameField.tsx'
import styles from './Rename.module.css'

type RenameProps = { draft: string; onDraft: (draft: string) => void; onDone: () => void }

export function Rename({ draft, onDraft, onDone }: RenameProps) {
  const { save, busy, error, forgetError } = useCodename({
    onDone: () => {
      showToast('Codename updated successfully! 🎉')
      onDone()
    },
  })
  const type = (name: string) => {
    forgetError()
    onDraft(name)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBlank(draft)) void save(draft)
  }
  return (
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      <CodenameField eager label="Codename" value={draft} onChange={type} onEscape={onDone} error={error} />
      <Button kind="quiet" icon="shuffle" disabled={busy} onClick={() => type(generateCodename())}>
        Generate Random
      </Button>
      <div className={styles.actions}>
        <Button kind="plain" disabled={busy} onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" busy={busy} disabled={isBlank(draft)}>
          Save
        </Button>
      </div>
    </form>
  )
}
