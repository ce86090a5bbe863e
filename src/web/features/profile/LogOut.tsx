import { useState } from 'react'
import { signOut, useUser } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import styles from './Profile.module.css'
import { unsentOf, type Unsent } from './unsent.ts'

/** Nothing of a person stays on the device; who would lose words by that is asked first. */
export function LogOut() {
  const { id } = useUser()
  const [busy, setBusy] = useState(false)
  const [unsent, setUnsent] = useState<Unsent>()
  const leave = async () => {
    setBusy(true)
    const found = await unsentOf(id)
    setUnsent(found)
    // The guard leads to /login; whatever goes wrong on the way, the session is gone here.
    if (!found) await signOut()
    setBusy(false)
  }
  return (
    <>
      <Button kind="quiet" icon="logout" busy={busy} className={styles.out} onClick={() => void leave()}>
        Log Out
      </Button>
      {unsent && (
        <ConfirmDialog
          title="May hindi ka pa naipapadala"
          word="Mag-log out pa rin"
          icon="logout"
          onClose={() => setUnsent(undefined)}
          onConfirm={async () => {
            await signOut()
            return undefined
          }}
        >
          {unsent.waiting > 0 && <p>{unsent.waiting} ang naghihintay pa ng signal.</p>}
          {unsent.hasDraft && <p>May nakasulat pa sa papel mo.</p>}
          {unsent.hasEdit && <p>May inaayos kang entry sa diary na hindi pa nai-save.</p>}
          {(unsent.waiting > 0 || unsent.hasDraft || unsent.hasEdit) && (
            <p>Sa phone pa lang na ’to nakatago. Pag nag-log out ka, mabubura na nang tuluyan.</p>
          )}
          {unsent.taken > 0 && (
            <p>
              May binawi ka na baka umabot na sa pader o diary. Pag nag-log out ka bago magka-signal, baka
              maiwan iyon doon.
            </p>
          )}
        </ConfirmDialog>
      )}
    </>
  )
}
