import { useState } from 'react'
import { holdDiaryKey } from '../../../domain/diary/lock.ts'
import { unlock } from '../../../domain/diary/keys.ts'
import type { Lock } from '../../../domain/device/kept.ts'
import { Button } from '../../../ui/Button.tsx'
import styles from './Lock.module.css'
import { AskedPassphrase } from './PassphraseForm.tsx'
import { RewritingBar } from './RewritingBar.tsx'
import { takeOff } from '../../../domain/diary/rewriting.ts'
import { useStep } from './use-step.ts'

/** Removes the lock after every entry is open again. */
export function TakeOff({ userId, lock, onDone }: { userId: string; lock: Lock; onDone: () => void }) {
  const [isGoing, setGoing] = useState(false)
  const { isBusy, failure, step } = useStep()
  const begin = (passphrase: string) =>
    step(async () => {
      const key = await unlock(lock, passphrase)
      holdDiaryKey(key)
      setGoing(true)
      void takeOff(userId, lock, key)
    })
  if (isGoing)
    return (
      <div className={styles.form}>
        <RewritingBar userId={userId} />
        <Button kind="quiet" wide onClick={onDone}>
          Bumalik sa diary
        </Button>
      </div>
    )
  return (
    <div className={styles.form}>
      <p className={styles.lead}>
        Bubuksan ang lahat ng entry at ise-save nang walang lock. Ikaw pa rin lang ang makakakita sa app, pero
        hindi na ito natatakpan sa database namin.
      </p>
      <AskedPassphrase
        isStep
        word="Alisin ang lock"
        danger
        isBusy={isBusy}
        failure={failure}
        onSaid={begin}
      />
    </div>
  )
}
