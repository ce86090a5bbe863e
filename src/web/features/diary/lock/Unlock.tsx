import { unlock, WrongPassphrase } from '../../../domain/diary/keys.ts'
import type { Lock } from '../../../domain/device/kept.ts'
import { useState } from 'react'
import { findLock, holdDiaryKey } from '../../../domain/diary/lock.ts'
import { useUser } from '../../../lib/session.ts'
import type { DiaryKey } from '../../../domain/diary/vault.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Paper } from '../../../ui/Paper.tsx'
import { Forgotten } from './Forgotten.tsx'
import styles from './Lock.module.css'
import { AskedPassphrase } from './PassphraseForm.tsx'
import { useStep } from './use-step.ts'

type UnlockProps = { lock: Lock; onOpened: (key: DiaryKey) => void }

/** Replaces the entries until the passphrase is entered. */
export function Unlock({ lock, onOpened }: UnlockProps) {
  const user = useUser()
  const [isForgotten, setForgotten] = useState(false)
  const { isBusy, failure, step } = useStep()

  function open(key: DiaryKey) {
    holdDiaryKey(key)
    onOpened(key)
  }
  const say = (passphrase: string) => step(async () => open(await unlockAsItIs(user.id, lock, passphrase)))
  return (
    <Paper taped className={styles.unlock} data-alone="">
      <h2 className={styles.title}>
        <span className={styles.picture}>
          <Icon name="lock" size={26} />
        </span>
        Naka-lock ang diary mo
      </h2>
      {isForgotten ? (
        <Forgotten userId={user.id} lock={lock} onOpened={open} onBack={() => setForgotten(false)} />
      ) : (
        <AskedPassphrase word="Buksan" isBusy={isBusy} failure={failure} onSaid={say}>
          <Button kind="plain" onClick={() => setForgotten(true)}>
            Nakalimutan?
          </Button>
        </AskedPassphrase>
      )}
    </Paper>
  )
}

/** The passphrase may have changed on another device, so the lock is fetched anew. */
async function unlockAsItIs(userId: string, lock: Lock, passphrase: string): Promise<DiaryKey> {
  try {
    return await unlock(lock, passphrase)
  } catch (error) {
    if (!(error instanceof WrongPassphrase)) throw error
    const now = await findLock(userId).catch(() => null)
    if (!now || now.by_passphrase === lock.by_passphrase) throw error
    return unlock(now, passphrase)
  }
}
