import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { findLock, useLock } from '../../../domain/diary/lock.ts'
import type { Lock } from '../../../domain/device/kept.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Waiting } from '../../../ui/Spinner.tsx'
import { ChangePassphrase, ChangeRecoveryKey } from './Change.tsx'
import styles from './Lock.module.css'
import { LockHome, type Place } from './LockHome.tsx'
import { TakeOff } from './TakeOff.tsx'
import { takeFocus } from './take-focus.ts'
import { TurnOn } from './TurnOn.tsx'
import { lockWords } from './words.ts'

const titles: Record<Place, string> = {
  home: 'Lock ng diary',
  passphrase: 'Palitan ang passphrase',
  recovery: 'Bagong recovery key',
  off: 'Alisin ang lock',
}

/** Sets, changes and removes the lock of a diary. */
export function LockSettings({ userId, onClose }: { userId: string; onClose: () => void }) {
  const [place, setPlace] = useState<Place>('home')
  const lock = useLock()
  // Changes start from the server's lock, not from this device's copy, when the server answers.
  const asked = useQuery({
    queryKey: ['diary_locks', userId],
    queryFn: () => findLock(userId),
    networkMode: 'always',
    gcTime: 0,
  })
  return (
    <Dialog open onClose={onClose} title={titles[place]} shape="sheet">
      {asked.isLoadingError ? (
        <div className={styles.form}>
          <Banner kind="error">{lockWords(asked.error)}</Banner>
          <Button kind="quiet" onClick={() => void asked.refetch()}>
            Subukan ulit
          </Button>
        </div>
      ) : asked.isPending || lock === undefined ? (
        <Waiting />
      ) : (
        <Inside key={place} {...{ userId, lock, place }} onGo={setPlace} onClose={onClose} />
      )}
    </Dialog>
  )
}

type InsideProps = {
  userId: string
  lock: Lock | null
  place: Place
  onGo: (place: Place) => void
  onClose: () => void
}

function Inside({ userId, lock, place, onGo, onClose }: InsideProps) {
  // The last step stays open although the lock is on by then.
  const [wasLocked] = useState(lock !== null)
  if (!wasLocked) return <TurnOn userId={userId} onClose={onClose} />
  if (!lock) return <Gone onClose={onClose} />
  const back = () => onGo('home')
  if (place === 'passphrase') return <ChangePassphrase {...{ userId, lock }} onDone={back} />
  if (place === 'recovery') return <ChangeRecoveryKey {...{ userId, lock }} onDone={back} />
  if (place === 'off') return <TakeOff {...{ userId, lock }} onDone={onClose} />
  return <LockHome {...{ userId, lock, onGo, onClose }} />
}

function Gone({ onClose }: { onClose: () => void }) {
  return (
    <div className={styles.form}>
      <p ref={takeFocus} tabIndex={-1} className={styles.lead}>
        Wala nang lock ang diary mo. Puwede mo itong ibalik kahit kailan; iba na ang magiging recovery key.
      </p>
      <Button wide onClick={onClose}>
        Bumalik sa diary
      </Button>
    </div>
  )
}
