import { unlock, WrongPassphrase } from '../domain/diary/keys.ts'
import type { Lock } from '../domain/device/kept.ts'
import { AskedPassphrase } from '../features/diary/lock/PassphraseForm.tsx'
import { useStep } from '../features/diary/lock/use-step.ts'
import { findLock } from '../domain/diary/lock.ts'
import type { DiaryKey } from '../domain/diary/vault.ts'
import { Dialog } from '../ui/Dialog.tsx'
import styles from './Outbox.module.css'

type OpenSealedProps = {
  userId: string
  /** The lock that the entry was sealed to. The diary may have another one by now. */
  lock: Lock
  onOpened: (key: DiaryKey) => Promise<void>
  onClose: () => void
}

/** Asks for the passphrase of a sealed entry in the outbox. */
export function OpenSealed({ userId, lock, onOpened, onClose }: OpenSealedProps) {
  const { isBusy, failure, step } = useStep()
  const say = (passphrase: string) => step(async () => onOpened(await open(userId, lock, passphrase)))
  return (
    <Dialog open onClose={onClose} title="Buksan ang isinulat mo" locked={isBusy}>
      <p className={styles.lead}>
        Isinara ito para sa lock ng diary mo noong isinulat mo. Babalik ito sa papel mo.
      </p>
      <AskedPassphrase
        isStep
        word="Buksan"
        label="Passphrase noon"
        isBusy={isBusy}
        failure={failure}
        onSaid={say}
      />
    </Dialog>
  )
}

/** The lock may have got another passphrase on another device. */
async function open(userId: string, lock: Lock, passphrase: string): Promise<DiaryKey> {
  try {
    return await unlock(lock, passphrase)
  } catch (error) {
    const now = error instanceof WrongPassphrase && (await findLock(userId).catch(() => null))
    if (!now || now.id !== lock.id) throw error
    return unlock(now, passphrase)
  }
}
