import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { codeOf, wordsFor } from '../../lib/failure.ts'
import { useUser } from '../../lib/session.ts'
import { showToast } from '../../lib/toast.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { BackupCodes } from './BackupCodes.tsx'
import { ProveStep } from './ProveStep.tsx'
import { SetUpStep } from './SetUpStep.tsx'
import { makeBackupCodes, stepsOf, turnOff, type Steps } from './two-steps.api.ts'
import styles from './TwoSteps.module.css'

type View =
  | { at: 'rest' }
  | { at: 'set-up' }
  /** The code of the app comes before what comes `next`. */
  | { at: 'proof'; next: 'off' | 'codes' }
  | { at: 'codes'; codes: readonly string[] }

/** A second step at log-in: an authenticator app, with backup codes on paper. */
export function TwoSteps() {
  const { id } = useUser()
  const client = useQueryClient()
  const { data: steps, error, isPaused, refetch } = useQuery(stepsOf(id))
  const [view, setView] = useState<View>({ at: 'rest' })
  const rest = () => setView({ at: 'rest' })
  const changed = () => client.invalidateQueries({ queryKey: stepsOf(id).queryKey })

  async function makeCodes() {
    setView({ at: 'codes', codes: await makeBackupCodes() })
    await changed()
  }
  if (isPaused && !steps) return <Banner kind="note">Lalabas ito pag may signal na.</Banner>
  if (error && !steps)
    return (
      <Banner kind="error">
        <p>{wordsFor(error)}</p>
        <Button kind="plain" size="small" onClick={() => void refetch()}>
          Subukan ulit
        </Button>
      </Banner>
    )
  if (!steps) return <Skeleton lines={3} />
  if (view.at === 'set-up') return <SetUpStep onDone={makeCodes} onStop={rest} />
  if (view.at === 'codes') return <BackupCodes codes={view.codes} onKept={rest} />
  if (view.at === 'proof') {
    const proved = async () => {
      if (view.next === 'codes') return makeCodes()
      await turnOff(steps.app ?? '')
      await changed()
      showToast('Password na lang ulit ang hihingin.')
      return rest()
    }
    return <ProveStep isEnding={view.next === 'off'} onProved={proved} onStop={rest} />
  }
  return steps.app ? (
    <IsOn
      steps={steps}
      onCodes={() =>
        makeCodes().catch((failure: unknown) => {
          if (codeOf(failure) !== 'insufficient_aal') throw failure
          setView({ at: 'proof', next: 'codes' })
        })
      }
      onOff={() => setView({ at: 'proof', next: 'off' })}
    />
  ) : (
    <IsOff onStart={() => setView({ at: 'set-up' })} />
  )
}

function IsOff({ onStart }: { onStart: () => void }) {
  return (
    <div className={styles.part}>
      <p className={styles.note}>
        Kahit malaman ng iba ang password mo, hindi sila makakapasok nang wala ang phone mo. Sa bawat log in,
        hihingi kami ng code mula sa isang authenticator app (gaya ng Google Authenticator, Aegis, o Authy).
        Gumagana ito kahit walang load o signal ang phone mo.
      </p>
      <Button kind="quiet" icon="lock" onClick={onStart}>
        I-on ang pangalawang hakbang
      </Button>
    </div>
  )
}

type IsOnProps = { steps: Steps; onCodes: () => Promise<void>; onOff: () => void }

function IsOn({ steps, onCodes, onOff }: IsOnProps) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const make = () => {
    setBusy(true)
    setFailure(undefined)
    onCodes().catch((error: unknown) => {
      setFailure(wordsFor(error))
      setBusy(false)
    })
  }
  return (
    <div className={styles.part}>
      <Banner kind="success">Naka-on. Hihingi kami ng code sa bawat log in.</Banner>
      <p className={styles.note}>
        {steps.codes === 0 ? (
          <strong className={styles.none}>
            Wala ka nang backup code. Gumawa ka, baka mawala ang phone mo.
          </strong>
        ) : (
          `Backup codes na hindi pa nagagamit: ${steps.codes}`
        )}
      </p>
      {failure && <Banner kind="error">{failure}</Banner>}
      <Button kind="quiet" busy={isBusy} onClick={make}>
        Gumawa ng bagong backup codes
      </Button>
      <Button kind="plain" onClick={onOff}>
        Patayin ang pangalawang hakbang
      </Button>
    </div>
  )
}
