import { useEffect, useId } from 'react'
import { findLock, useLock } from '../../../domain/diary/lock.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import styles from './Lock.module.css'
import { sealRest, useRewriting } from '../../../domain/diary/rewriting.ts'

/** Progress of sealing or opening all entries. Resumes what another visit or device left unfinished. */
export function RewritingBar({ userId }: { userId: string }) {
  const lock = useLock()
  const now = useRewriting()
  const label = useId()
  useEffect(() => {
    if (!lock || lock.ending) return
    // The screen may still show the device's copy of a lock that is gone.
    findLock(userId).then(
      (said) => (said?.id === lock.id && !said.ending ? sealRest(userId, said) : undefined),
      () => undefined,
    )
  }, [userId, lock])

  if (!now) return null
  const { kind, done, total, stopped } = now
  return (
    <div className={styles.rewriting}>
      <p id={label}>
        {kind === 'sealing' ? 'Sinasara ang mga entry' : 'Binubuksan ang mga entry'}
        {total > 0 && (
          <span className={styles.count}>
            {done} sa {total}
          </span>
        )}
      </p>
      <progress aria-labelledby={label} value={done} max={Math.max(total, 1)} />
      {stopped ? (
        <>
          <Banner kind="error">{stopped.words}</Banner>
          <Button kind="quiet" onClick={stopped.again}>
            Ituloy
          </Button>
        </>
      ) : (
        <p className={styles.note}>Puwede mong iwan; itutuloy ito sa susunod na pagbukas mo ng diary.</p>
      )}
    </div>
  )
}
