import { createLock } from '../../../domain/diary/keys.ts'
import type { Lock } from '../../../domain/device/kept.ts'
import { useState } from 'react'
import { holdDiaryKey } from '../../../domain/diary/lock.ts'
import type { DiaryKey } from '../../../domain/diary/vault.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { insertLock, OtherLock } from '../../../domain/diary/lock.api.ts'
import styles from './Lock.module.css'
import { NewPassphrase } from './PassphraseForm.tsx'
import { Promises } from './Promises.tsx'
import { RecoveryKey } from './RecoveryKey.tsx'
import { RewritingBar } from './RewritingBar.tsx'
import { takeFocus } from './take-focus.ts'
import { useStep } from './use-step.ts'

type Made = { lock: Lock; recoveryKey: string; key: DiaryKey }
type Stage = 'promises' | 'passphrase' | 'done' | 'elsewhere' | Made

/** The steps to a locked diary. Nothing changes before the recovery key is kept. */
export function TurnOn({ userId, onClose }: { userId: string; onClose: () => void }) {
  const [stage, setStage] = useState<Stage>('promises')
  const { isBusy, failure, step } = useStep()

  const make = (passphrase: string) => step(async () => setStage(await createLock(passphrase)))
  const put = ({ lock, key }: Made) =>
    step(async () => {
      try {
        await insertLock(userId, lock)
      } catch (error) {
        if (!(error instanceof OtherLock)) throw error
        return setStage('elsewhere')
      }
      holdDiaryKey(key)
      setStage('done')
    })

  if (!isSecureContext)
    return <Banner kind="note">Kailangan ng secure na address (https) para ma-lock ang diary.</Banner>
  if (stage === 'promises') return <Begin onNext={() => setStage('passphrase')} />
  if (stage === 'passphrase')
    return (
      <div className={styles.form}>
        <p className={styles.lead}>
          Pumili ng passphrase na matatandaan mo pero hindi mahuhulaan ng nakakakilala sa ’yo. Huwag ang
          password ng account mo. Sa phone na ginagamit din ng iba, huwag ipa-save sa browser.
        </p>
        <NewPassphrase word="Susunod" isBusy={isBusy} failure={failure} onChosen={make} />
      </div>
    )
  if (stage === 'done') return <Done userId={userId} onClose={onClose} />
  if (stage === 'elsewhere') return <Elsewhere onClose={onClose} />
  return (
    <RecoveryKey
      recoveryKey={stage.recoveryKey}
      word="I-lock ang diary"
      isBusy={isBusy}
      failure={failure}
      onKept={() => put(stage)}
    />
  )
}

function Begin({ onNext }: { onNext: () => void }) {
  return (
    <div className={styles.form}>
      <p className={styles.lead}>
        Puwede mong lagyan ng sariling passphrase ang diary mo, para ikaw lang talaga ang makakabasa.
      </p>
      <Promises />
      <Button wide icon="lock" onClick={onNext}>
        Naiintindihan ko, gumawa ng passphrase
      </Button>
    </div>
  )
}

function Done({ userId, onClose }: { userId: string; onClose: () => void }) {
  return (
    <div className={styles.form}>
      <p ref={takeFocus} tabIndex={-1} className={styles.lead}>
        Naka-lock na ang diary mo. 🔒 Bawat isusulat mo mula ngayon, sarado na bago umalis sa device mo.
      </p>
      <RewritingBar userId={userId} />
      <Button wide onClick={onClose}>
        Bumalik sa diary
      </Button>
    </div>
  )
}

function Elsewhere({ onClose }: { onClose: () => void }) {
  return (
    <div className={styles.form}>
      <Banner kind="note">
        Na-lock na ang diary mo mula sa ibang device, habang ginagawa mo ito. Ang passphrase at recovery key
        na ginawa roon ang gagana. Itapon ang recovery key na nakita mo rito; wala itong mabubuksan.
      </Banner>
      <Button wide onClick={onClose}>
        Sige
      </Button>
    </div>
  )
}
