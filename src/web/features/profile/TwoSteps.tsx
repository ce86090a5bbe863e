import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { labelOf, type Way } from '../../domain/person/second-step.ts'
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

/** What a proof of the second step is asked for. */
type Next = { to: 'codes' } | { to: 'set-up' } | { to: 'off'; way: Way }
type View =
  | { at: 'rest' }
  | { at: 'set-up' }
  | { at: 'proof'; next: Next }
  | { at: 'codes'; codes: readonly string[] }

/** A second step at log-in: an authenticator app, with backup codes on paper. Other kinds can be removed here. */
export function TwoSteps() {
  const place = useRef<HTMLDivElement>(null)
  // The pressed button is about to be removed.
  return (
    <div ref={place} tabIndex={-1} className={styles.place}>
      <Views onMove={() => place.current?.focus()} />
    </div>
  )
}

function Views({ onMove }: { onMove: () => void }) {
  const { id } = useUser()
  const client = useQueryClient()
  const { data: steps, error, isPaused, refetch } = useQuery(stepsOf(id))
  const [view, setShown] = useState<View>({ at: 'rest' })
  const setView = (next: View) => {
    setShown(next)
    onMove()
  }
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
  const inUse = steps.ways.filter(({ kind }) => kind !== 'recovery_code')
  if (view.at === 'set-up') {
    const done = async () => {
      if (steps.codes === 0) return makeCodes()
      await changed()
      return rest()
    }
    return <SetUpStep onDone={done} onStop={rest} />
  }
  if (view.at === 'codes') return <BackupCodes codes={view.codes} onKept={rest} />
  if (view.at === 'proof') {
    const { next } = view
    const isLast = inUse.length === 1
    const proved = async () => {
      if (next.to === 'codes') return makeCodes()
      if (next.to === 'set-up') return setView({ at: 'set-up' })
      await turnOff(next.way.id)
      await changed()
      showToast(isLast ? 'Password na lang ulit ang hihingin.' : 'Naalis na ang paraang iyon.')
      return rest()
    }
    const why = next.to === 'off' && !isLast ? whyRemoved : whys[next.to]
    const isEnding = next.to === 'off'
    return <ProveStep {...{ ways: steps.ways, why, isEnding }} onProved={proved} onStop={rest} />
  }
  if (inUse.length === 0) return <IsOff onStart={() => setView({ at: 'set-up' })} />
  const prove = (next: Next) => setView({ at: 'proof', next })
  const codesOrProof = () =>
    makeCodes().catch((failure: unknown) => {
      if (codeOf(failure) !== 'insufficient_aal') throw failure
      prove({ to: 'codes' })
    })
  return <IsOn {...{ steps, inUse }} onCodes={codesOrProof} onProof={prove} />
}

const whys: Record<Next['to'], string> = {
  codes: 'Titigil ang mga lumang backup code, kaya kailangan naming makasigurong ikaw ’to.',
  'set-up': 'Bago magdagdag ng authenticator app, kailangan naming makasigurong ikaw ’to.',
  off: 'Pag pinatay mo ito, password na lang ang hihingin sa log in, at mawawala ang mga backup code mo.',
}
const whyRemoved = 'Hindi mo na ito magagamit sa log in. Gagana pa rin ang iba.'

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

type IsOnProps = {
  steps: Steps
  /** Without the backup codes. */
  inUse: readonly Way[]
  onCodes: () => Promise<void>
  onProof: (next: Next) => void
}

function IsOn({ steps: { codes }, inUse, onCodes, onProof }: IsOnProps) {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [only, ...more] = inUse
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
      <Banner kind="success">Naka-on. Sa bawat log in, hihingin din namin ito:</Banner>
      <ul className={styles.inUse} aria-label="Mga pangalawang hakbang mo">
        {inUse.map((way) => (
          <li key={way.id}>
            <p>{labelOf(way, inUse)}</p>
            {more.length > 0 && (
              <Button kind="quiet" size="small" onClick={() => onProof({ to: 'off', way })}>
                Alisin<span className="visually-hidden"> ang {labelOf(way, inUse)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      <p className={styles.note}>
        {codes === 0 ? (
          <strong className={styles.none}>
            Wala ka nang backup code. Gumawa ka, baka mawala ang phone mo.
          </strong>
        ) : (
          `Backup codes na hindi pa nagagamit: ${codes}`
        )}
      </p>
      {failure && <Banner kind="error">{failure}</Banner>}
      <Button kind="quiet" busy={isBusy} onClick={make}>
        Gumawa ng bagong backup codes
      </Button>
      {inUse.every(({ kind }) => kind !== 'totp') && (
        <Button kind="quiet" icon="plus" onClick={() => onProof({ to: 'set-up' })}>
          Magdagdag ng authenticator app
        </Button>
      )}
      {only && more.length === 0 && (
        <Button kind="plain" onClick={() => onProof({ to: 'off', way: only })}>
          Patayin ang pangalawang hakbang
        </Button>
      )}
    </div>
  )
}
