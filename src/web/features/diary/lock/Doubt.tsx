import { useState } from 'react'
import type { Lock } from '../../../domain/device/kept.ts'
import { refreshDiary } from '../../../domain/diary/held-copy.ts'
import { unlock } from '../../../domain/diary/keys.ts'
import { acceptLock, holdDiaryKey, useDoubt } from '../../../domain/diary/lock.ts'
import type { DiaryKey } from '../../../domain/diary/vault.ts'
import { useUser } from '../../../lib/session.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Paper } from '../../../ui/Paper.tsx'
import { Forgotten } from './Forgotten.tsx'
import styles from './Lock.module.css'
import { AskedPassphrase } from './PassphraseForm.tsx'
import { useStep } from './use-step.ts'

/** The server names another lock than the proved one, or none. Entries wait until the diary's owner proves the change. */
export function Doubt({ known }: { known: Lock | null | undefined }) {
  const doubt = useDoubt()
  if (!doubt) return null
  return (
    <Paper taped className={styles.unlock} data-alone="">
      <h2 className={styles.title}>
        <span className={styles.picture}>
          <Icon name="warning" size={26} />
        </span>
        May nagbago sa lock ng diary mo
      </h2>
      {doubt.said ? <Changed lock={doubt.said} /> : <Removed known={known} />}
    </Paper>
  )
}

/** Only a lock of this person opens with their passphrase or recovery key. */
function Changed({ lock }: { lock: Lock }) {
  const { id } = useUser()
  const [isForgotten, setForgotten] = useState(false)
  const { isBusy, failure, step } = useStep()
  function open(key: DiaryKey) {
    holdDiaryKey(key)
    void refreshDiary(id)
  }
  const say = (passphrase: string) =>
    step(async () => {
      const key = await unlock(lock, passphrase)
      await acceptLock(id, lock)
      open(key)
    })
  return isForgotten ? (
    <Forgotten userId={id} lock={lock} onOpened={open} onBack={() => setForgotten(false)} />
  ) : (
    <>
      <p>
        Hindi ito ang lock na alam ng phone na ’to. Kung ikaw ang nagpalit mula sa ibang device, ilagay ang
        passphrase. Naghihintay muna rito ang mga bago mong entry.
      </p>
      <AskedPassphrase word="Buksan" isBusy={isBusy} failure={failure} onSaid={say}>
        <Button kind="plain" onClick={() => setForgotten(true)}>
          Nakalimutan?
        </Button>
      </AskedPassphrase>
    </>
  )
}

/** `known`: the device's copy of the lock, whose passphrase proves the person. After a log-out there is none. */
function Removed({ known }: { known: Lock | null | undefined }) {
  const { id } = useUser()
  const { isBusy, failure, step } = useStep()
  async function accept() {
    await acceptLock(id, null)
    await refreshDiary(id)
  }
  return (
    <>
      <p>
        Ayon sa server, wala nang lock ang diary mo. Kung ikaw ang nag-alis mula sa ibang device, sabihin mo
        rito. Kung hindi, huwag: mababasa na sa server ang mga susunod mong isusulat.
      </p>
      {known ? (
        <AskedPassphrase
          word="Ako ang nag-alis"
          label="Passphrase noon"
          danger
          isBusy={isBusy}
          failure={failure}
          onSaid={(passphrase) =>
            step(async () => {
              await unlock(known, passphrase)
              await accept()
            })
          }
        />
      ) : (
        <Button kind="quiet" busy={isBusy} onClick={() => step(accept)}>
          Ako ang nag-alis
        </Button>
      )}
    </>
  )
}
