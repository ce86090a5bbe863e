import { useState, type FormEvent } from 'react'
import { generateCodename } from '../../../shared/codenames.ts'
import { isBlank } from '../../../shared/limits.ts'
import type { UserProfile } from '../../../shared/rows.ts'
import { useCodename } from '../../domain/person/codename.ts'
import { isPremium } from '../../domain/person/profile.ts'
import { Button } from '../../ui/Button.tsx'
import { CodenameField } from '../../ui/CodenameField.tsx'
import { Paper } from '../../ui/Paper.tsx'
import { PremiumBadge } from '../../ui/PremiumBadge.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { showToast } from '../../lib/toast.ts'
import { Face } from './Face.tsx'
import styles from './NameTag.module.css'
import { useFocusBack } from './use-focus-back.ts'

/** The name and picture that others see, and the way to change them. The emoji follows the typed name. */
export function NameTag({ profile }: { profile: UserProfile | null }) {
  const codename = profile?.codename ?? ''
  const [draft, setDraft] = useState<string>()
  const editing = draft !== undefined
  const tag = useFocusBack(editing, '[data-rename]')
  return (
    <Paper taped>
      <div ref={tag} className={styles.tag}>
        <Face
          codename={draft === undefined || isBlank(draft) ? codename || 'Anonymous' : draft.trim()}
          picture={profile?.avatar_url ?? null}
        />
        {editing ? (
          <Rename draft={draft} onDraft={setDraft} onDone={() => setDraft(undefined)} />
        ) : (
          <>
            <p className={styles.codename}>
              {codename || 'Wala pang codename'} {isPremium(profile) && <PremiumBadge />}
            </p>
            <Button data-rename kind="quiet" size="small" icon="pen" onClick={() => setDraft(codename)}>
              {codename ? 'Palitan ang codename' : 'Pumili ng codename'}
            </Button>
          </>
        )}
        <p className={styles.note}>Ganito ka nakikita ng iba.</p>
      </div>
    </Paper>
  )
}

type RenameProps = { draft: string; onDraft: (draft: string) => void; onDone: () => void }

function Rename({ draft, onDraft, onDone }: RenameProps) {
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

export function NameTagSkeleton() {
  return (
    <Paper taped>
      <div className={styles.tag}>
        <Skeleton className={styles.face} />
        <Skeleton className={styles.button} />
        <div className={styles.codename}>
          <Skeleton className={styles.name} />
        </div>
        <Skeleton className={styles.button} />
        <p className={styles.note}>Ganito ka nakikita ng iba.</p>
      </div>
    </Paper>
  )
}
