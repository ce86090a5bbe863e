import { changePassphrase, changeRecoveryKey, recover } from '../../../domain/diary/keys.ts'
import type { Lock } from '../../../domain/device/kept.ts'
import { useState, type FormEvent } from 'react'
import { askLock } from '../../../domain/diary/lock.ts'
import type { DiaryKey } from '../../../domain/diary/vault.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { showToast } from '../../../lib/toast.ts'
import { OtherLock, startOver, updateLock } from '../../../domain/diary/lock.api.ts'
import styles from './Lock.module.css'
import { NewPassphrase } from './PassphraseForm.tsx'
import { RecoveryKey } from './RecoveryKey.tsx'
import { takeFocus } from './take-focus.ts'
import { useStep } from './use-step.ts'
import { lockWords } from './words.ts'

type ForgottenProps = {
  userId: string
  lock: Lock
  onOpened: (key: DiaryKey) => void
  onBack: () => void
}
type Recovered = { lock: Lock; recoveryKey: string; key: DiaryKey }
type Renewed = Pick<Lock, 'by_passphrase' | 'by_recovery'> & { recoveryKey: string }

/** The recovery key opens the diary and sets a new passphrase and recovery key, in one change. */
export function Forgotten({ userId, lock, onOpened, onBack }: ForgottenProps) {
  const [recovered, setRecovered] = useState<Recovered>()
  const [renewed, setRenewed] = useState<Renewed>()
  const { isBusy, failure, step } = useStep()

  const say = (recoveryKey: string) =>
    step(async () => {
      // The key proves what the server says.
      const now = await askLock(userId)
      if (!now) throw new OtherLock()
      setRecovered({ lock: now, recoveryKey, key: await recover(now, recoveryKey) })
    })
  const choose = ({ lock: now, recoveryKey }: Recovered, passphrase: string) =>
    step(async () =>
      setRenewed({
        ...(await changePassphrase(now, { recoveryKey }, passphrase)),
        ...(await changeRecoveryKey(now, { recoveryKey })),
      }),
    )
  const keep = (now: Recovered, { by_passphrase, by_recovery }: Renewed) =>
    step(async () => {
      await updateLock(userId, now.lock, { by_passphrase, by_recovery })
      showToast('Bukas na ulit ang diary mo ✨')
      onOpened(now.key)
    })

  if (recovered && renewed)
    return (
      <RecoveryKey
        recoveryKey={renewed.recoveryKey}
        word="Buksan ang diary"
        isBusy={isBusy}
        failure={failure}
        onKept={() => keep(recovered, renewed)}
      />
    )
  if (recovered)
    return (
      <div className={styles.form}>
        <p className={styles.lead}>
          Tama ang key. Pumili ngayon ng bagong passphrase; may bagong recovery key rin.
        </p>
        <NewPassphrase
          word="Susunod"
          isBusy={isBusy}
          failure={failure}
          onChosen={(passphrase) => choose(recovered, passphrase)}
        />
      </div>
    )
  return (
    <>
      <KeyForm isBusy={isBusy} failure={failure} onSaid={say} />
      <Button kind="plain" icon="back" onClick={onBack}>
        Naalala ko ang passphrase
      </Button>
      <Lost userId={userId} lock={lock} />
    </>
  )
}

type KeyFormProps = { isBusy: boolean; failure: string | undefined; onSaid: (recoveryKey: string) => void }

function KeyForm({ isBusy, failure, onSaid }: KeyFormProps) {
  const [typed, setTyped] = useState('')
  function submit(event: FormEvent) {
    event.preventDefault()
    if (typed.trim() !== '') onSaid(typed)
  }
  return (
    <form className={styles.form} noValidate autoComplete="off" onSubmit={submit}>
      <TextField
        ref={takeFocus}
        className={styles.group ?? ''}
        label="Recovery key"
        hint="Walong grupo na tig-apat. Hindi mahalaga ang malaki o maliit na letra, at ang mga espasyo."
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={200}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {failure && <Banner kind="error">{failure}</Banner>}
      <Button type="submit" wide busy={isBusy}>
        Gamitin ang recovery key
      </Button>
    </form>
  )
}

/** Both secrets are lost: the sealed entries are deleted, and the diary starts empty. */
function Lost({ userId, lock }: { userId: string; lock: Lock }) {
  const [isAsking, setAsking] = useState(false)
  async function begin() {
    try {
      await startOver(userId, lock)
      showToast('Bagong simula ang diary mo')
      setAsking(false)
      return undefined
    } catch (error) {
      return lockWords(error)
    }
  }
  return (
    <details className={styles.details}>
      <summary>Nawala rin ang recovery key?</summary>
      <p>
        Pasensya na: walang makakabukas ng mga naka-lock na entry, kahit kami. Hindi pa sila nawawala; kung
        may pag-asang makita mo ang key, maghintay muna. Kung wala na talaga, puwedeng burahin ang mga iyon at
        magsimula ulit.
      </p>
      <Button kind="quiet" icon="trash" onClick={() => setAsking(true)}>
        Burahin at magsimula ulit
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Burahin ang naka-lock na diary?"
          word="Burahin lahat"
          icon="trash"
          onConfirm={begin}
          onClose={() => setAsking(false)}
        >
          <p>Mawawala nang tuluyan ang bawat naka-lock na entry at ang lock. Hindi na ito maibabalik.</p>
        </ConfirmDialog>
      )}
    </details>
  )
}
