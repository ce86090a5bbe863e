import { useState } from 'react'
import { hasStoredWords } from '../../domain/draft/stored.ts'
import type { Loss } from '../../domain/outbox/send.ts'
import { importQuietly } from '../../lib/chunks.ts'
import { signOut, useUser } from '../../lib/session.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'

/** Logs out, which removes the person's data from this device. Asks first when words would be lost. */
export function LogOut() {
  const { id, is_anonymous: isOnlyHere = false } = useUser()
  const [busy, setBusy] = useState(false)
  const [loss, setLoss] = useState<Loss & { hasDraft: boolean }>()
  const leave = async () => {
    setBusy(true)
    const found = await findLoss(id, isOnlyHere)
    setLoss(found)
    // The guard opens /login. The session ends here even after an error.
    if (!found) await signOut()
    setBusy(false)
  }
  return (
    <>
      <Button kind="quiet" icon="logout" busy={busy} onClick={() => void leave()}>
        Log Out
      </Button>
      {loss && (
        <ConfirmDialog
          title={isOnlyHere ? 'Hindi ka na makakabalik dito' : 'May hindi ka pa naipapadala'}
          word="Mag-log out pa rin"
          icon="logout"
          onClose={() => setLoss(undefined)}
          onConfirm={async () => {
            await signOut()
            return undefined
          }}
        >
          {isOnlyHere && (
            <p>
              Walang email ang account na ito, kaya sa device na ito lang nabubuksan. Lagyan mo muna ng email
              kung babalikan mo pa.
            </p>
          )}
          {loss.items > 0 && <p>{loss.items} ang naghihintay pa ng signal.</p>}
          {loss.hasDraft && <p>May nakasulat pa sa papel mo.</p>}
          {loss.hasEdit && <p>May inaayos kang entry sa diary na hindi pa nai-save.</p>}
          {(loss.items > 0 || loss.hasDraft || loss.hasEdit) && (
            <p>Sa phone pa lang na ’to nakatago. Pag nag-log out ka, mabubura na nang tuluyan.</p>
          )}
          {loss.withdrawals > 0 && (
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

/** Undefined when a log-out loses nothing. An account that opens only here is lost itself. */
async function findLoss(userId: string, isOnlyHere: boolean) {
  const hasDraft = hasStoredWords(userId)
  const loss = await importQuietly(() => import('../../domain/outbox/send.ts'))
    .then(({ lossOf }) => lossOf(userId))
    .catch((): Loss => ({ items: 0, hasEdit: false, withdrawals: 0 }))
  const { items, hasEdit, withdrawals } = loss
  return isOnlyHere || hasDraft || hasEdit || items + withdrawals > 0 ? { ...loss, hasDraft } : undefined
}
