import { useState } from 'react'
import { isBlank } from '../../../shared/limits.ts'
import type { UserProfile } from '../../../shared/rows.ts'
import { isPremium } from '../../domain/person/profile.ts'
import { quietChunk } from '../../lib/chunks.ts'
import { wordsFor } from '../../lib/failure.ts'
import { Button } from '../../ui/Button.tsx'
import { Paper } from '../../ui/Paper.tsx'
import { PremiumBadge } from '../../ui/PremiumBadge.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { showToast } from '../../lib/toast.ts'
import { Face } from './Face.tsx'
import styles from './NameTag.module.css'
import { useFocusBack } from './use-focus-back.ts'

/** The form of a new codename: it comes while the person presses. */
const rename = quietChunk(() => import('./Rename.tsx').then((m) => m.Rename))
const preload = () => void rename.preload().catch(() => undefined)

/** The name and picture that others see, and the way to change them. The emoji follows the typed name. */
export function NameTag({ profile }: { profile: UserProfile | null }) {
  const codename = profile?.codename ?? ''
  const [draft, setDraft] = useState<string>()
  const editing = draft !== undefined
  const tag = useFocusBack(editing, '[data-rename]')
  const begin = () =>
    void rename.preload().then(
      () => setDraft(codename),
      (error: unknown) => showToast(wordsFor(error), 'error'),
    )
  return (
    <Paper taped>
      <div ref={tag} className={styles.tag}>
        <Face
          codename={draft === undefined || isBlank(draft) ? codename || 'Anonymous' : draft.trim()}
          picture={profile?.avatar_url ?? null}
        />
        {editing ? (
          <rename.Component draft={draft} onDraft={setDraft} onDone={() => setDraft(undefined)} />
        ) : (
          <>
            <p className={styles.codename}>
              {codename || 'Wala pang codename'} {isPremium(profile) && <PremiumBadge />}
            </p>
            <Button data-rename kind="quiet" size="small" icon="pen" onPointerDown={preload} onClick={begin}>
              {codename ? 'Palitan ang codename' : 'Pumili ng codename'}
            </Button>
          </>
        )}
        <p className={styles.note}>Ganito ka nakikita ng iba.</p>
      </div>
    </Paper>
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
