import { dropDiaryKey, useDiaryKey } from '../../../domain/diary/lock.ts'
import type { Lock } from '../../../domain/device/kept.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { updateLock } from '../../../domain/diary/lock.api.ts'
import styles from './Lock.module.css'
import { Promises } from './Promises.tsx'
import { RewritingBar } from './RewritingBar.tsx'
import { sealRest, useRewriting } from '../../../domain/diary/rewriting.ts'
import { useStep } from './use-step.ts'

export type Place = 'home' | 'passphrase' | 'recovery' | 'off'

type LockHomeProps = { userId: string; lock: Lock; onGo: (place: Place) => void; onClose: () => void }

/** The overview of a lock that is on. */
export function LockHome({ userId, lock, onGo, onClose }: LockHomeProps) {
  const isOpen = useDiaryKey() !== null
  const isMoving = useRewriting() !== null
  return (
    <div className={styles.form}>
      <RewritingBar userId={userId} />
      {lock.ending && !isMoving ? (
        <Unfinished {...{ userId, lock, onGo }} />
      ) : (
        !isMoving && (
          <p className={styles.lead}>
            {isOpen ? 'May lock ang diary mo; bukas ito ngayon.' : 'Naka-lock ang diary mo. 🔒'}
          </p>
        )
      )}
      {!lock.ending && (
        <div className={styles.choices}>
          {isOpen && (
            <Button
              kind="quiet"
              wide
              icon="lock"
              onClick={() => {
                dropDiaryKey()
                onClose()
              }}
            >
              I-lock na
            </Button>
          )}
          <Button kind="quiet" wide icon="pen" onClick={() => onGo('passphrase')}>
            Palitan ang passphrase
          </Button>
          <Button kind="quiet" wide icon="shuffle" onClick={() => onGo('recovery')}>
            Bagong recovery key
          </Button>
          <Button kind="quiet" wide icon="close" disabled={isMoving} onClick={() => onGo('off')}>
            Alisin ang lock
          </Button>
        </div>
      )}
      <p className={styles.note}>
        Kusang nagla-lock ang diary pag 10 minuto nang walang gumagalaw, pag ni-refresh ang page, at pag
        nag-log out.
      </p>
      <details className={styles.details}>
        <summary>Ano ang natatakpan ng lock, at ano ang hindi</summary>
        <Promises />
      </details>
    </div>
  )
}

/** An unfinished removal of the lock: resume it or cancel it. */
function Unfinished({ userId, lock, onGo }: Omit<LockHomeProps, 'onClose'>) {
  const { isBusy, failure, step } = useStep()
  const lockAgain = () =>
    step(async () => void sealRest(userId, await updateLock(userId, lock, { ending: false })))
  return (
    <>
      <Banner kind="note">Hindi pa tapos ang pag-alis ng lock: may mga entry pang sarado.</Banner>
      {failure && <Banner kind="error">{failure}</Banner>}
      <Button wide onClick={() => onGo('off')}>
        Ituloy ang pag-alis
      </Button>
      <Button kind="quiet" wide icon="lock" busy={isBusy} onClick={lockAgain}>
        I-lock ulit ang lahat
      </Button>
    </>
  )
}
