import { useState } from 'react'
import { changePassphrase, changeRecoveryKey, unlock } from '../../../domain/diary/keys.ts'
import type { Lock } from '../../../domain/device/kept.ts'
import { showToast } from '../../../lib/toast.ts'
import { updateLock } from '../../../domain/diary/lock.api.ts'
import styles from './Lock.module.css'
import { AskedPassphrase, NewPassphrase } from './PassphraseForm.tsx'
import { RecoveryKey } from './RecoveryKey.tsx'
import { useStep } from './use-step.ts'

type ChangeProps = { userId: string; lock: Lock; onDone: () => void }

/** Changes the passphrase; the recovery key stays. */
export function ChangePassphrase({ userId, lock, onDone }: ChangeProps) {
  const [current, setCurrent] = useState<string>()
  const { isBusy, failure, step } = useStep()
  const check = (passphrase: string) =>
    step(async () => {
      await unlock(lock, passphrase)
      setCurrent(passphrase)
    })
  const change = (passphrase: string, next: string) =>
    step(async () => {
      await updateLock(userId, lock, await changePassphrase(lock, { passphrase }, next))
      showToast('Napalitan ang passphrase ✨')
      onDone()
    })
  return (
    <div className={styles.form}>
      {current === undefined ? (
        <AskedPassphrase
          isStep
          word="Susunod"
          label="Passphrase ngayon"
          isBusy={isBusy}
          failure={failure}
          onSaid={check}
        />
      ) : (
        <NewPassphrase
          word="Palitan"
          isBusy={isBusy}
          failure={failure}
          onChosen={(next) => change(current, next)}
        />
      )}
      <p className={styles.note}>Gagana pa rin ang recovery key mo.</p>
    </div>
  )
}

/** Replaces a lost or seen recovery key. The old one opens nothing after the new one is kept. */
export function ChangeRecoveryKey({ userId, lock, onDone }: ChangeProps) {
  const [made, setMade] = useState<Awaited<ReturnType<typeof changeRecoveryKey>>>()
  const { isBusy, failure, step } = useStep()
  const make = (passphrase: string) =>
    step(async () => setMade(await changeRecoveryKey(lock, { passphrase })))
  const keep = (by_recovery: string) =>
    step(async () => {
      await updateLock(userId, lock, { by_recovery })
      showToast('Bago na ang recovery key ✨')
      onDone()
    })
  return made ? (
    <RecoveryKey
      recoveryKey={made.recoveryKey}
      word="Ito na ang gamitin"
      isBusy={isBusy}
      failure={failure}
      onKept={() => keep(made.by_recovery)}
    />
  ) : (
    <AskedPassphrase isStep word="Gumawa ng bagong key" isBusy={isBusy} failure={failure} onSaid={make}>
      <p className={styles.note}>Pag naitago mo na ang bago, hindi na gagana ang dati.</p>
    </AskedPassphrase>
  )
}
