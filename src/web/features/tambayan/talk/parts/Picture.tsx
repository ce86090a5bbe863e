import { useEffect, useRef, useState } from 'react'
import type { MessageFile } from '../../../../../shared/marker.ts'
import { openedFiles, useOpenedFile } from '../../../../domain/messages/files.ts'
import { openFile, reopenFile } from '../../../../domain/messages/opening.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { Icon } from '../../../../ui/Icon.tsx'
import { Spinner } from '../../../../ui/Spinner.tsx'
import { useNow } from '../../../../lib/use-now.ts'
import styles from './Card.module.css'
import { fileDetail, fileProblems, isOver } from './file-words.ts'
import { saveAs } from './save-as.ts'

type PictureProps = { file: MessageFile; codename: string; isMine: boolean }

/** A picture of another person is hidden until a press. The writer's own shows when it comes near the screen. */
export function Picture({ file, codename, isMine }: PictureProps) {
  const opened = useOpenedFile(file.id)
  const [isLarge, setLarge] = useState(false)
  const isExpired = isOver(file, useNow())
  const place = useOwnPicture(file, isMine && !opened && !isExpired)
  const what = isMine ? 'Larawan mo' : `Larawan mula kay ${codename}`
  if (isExpired || opened?.state === 'gone')
    return (
      <p className={styles.gone}>
        <Icon name="camera" size={22} />
        {isExpired ? fileProblems.over : fileProblems.gone}
      </p>
    )
  if (opened?.state !== 'shown')
    return <Curtain place={place} file={file} what={what} state={opened?.state} />
  return (
    <>
      <button
        type="button"
        className={styles.picture}
        aria-label={`${what}. Palakihin`}
        onClick={() => setLarge(true)}
      >
        <img src={opened.address} alt="" decoding="async" onError={() => reopenFile(file)} />
      </button>
      {isLarge && <Large file={file} what={what} address={opened.address} onClose={() => setLarge(false)} />}
    </>
  )
}

type CurtainProps = {
  place: React.RefObject<HTMLButtonElement | null>
  file: MessageFile
  what: string
  state: 'loading' | 'failed' | undefined
}

function Curtain({ place, file, what, state }: CurtainProps) {
  return (
    <button
      ref={place}
      type="button"
      className={styles.curtain}
      onClick={() => state !== 'loading' && void openFile(file)}
    >
      {state === 'loading' ? <Spinner size={28} /> : <Icon name="eye-off" size={28} />}
      <span className={styles.title}>{state === 'loading' ? 'Kinukuha…' : 'Tingnan'}</span>
      <output className={styles.detail}>{state === 'failed' ? fileProblems.failed : fileDetail(file)}</output>
      <span className="visually-hidden">{what}</span>
    </button>
  )
}

type LargeProps = { file: MessageFile; what: string; address: string; onClose: () => void }

function Large({ file, what, address, onClose }: LargeProps) {
  async function save() {
    // The address on the screen may be too old.
    const next = address.startsWith('blob:') ? address : await openFile(file)
    if (next) saveAs(file.name, next)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={what}
      footer={
        <div className={styles.acts}>
          <Button
            kind="plain"
            icon="eye-off"
            onClick={() => {
              openedFiles.drop(file.id)
              onClose()
            }}
          >
            Itago
          </Button>
          <Button kind="quiet" onClick={() => void save()}>
            I-save
          </Button>
        </div>
      }
    >
      <img
        src={address}
        alt={what}
        width={file.width ?? undefined}
        height={file.height ?? undefined}
        className={styles.large}
      />
    </Dialog>
  )
}

type Saving = Navigator & { connection?: { saveData?: boolean } }

/** Fetches the person's own picture when it comes near, unless the device saves data. */
function useOwnPicture(file: MessageFile, isWanted: boolean) {
  const place = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const { current: curtain } = place
    if (!isWanted || !curtain || (navigator as Saving).connection?.saveData) return undefined
    const observer = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      observer.disconnect()
      void openFile(file)
    })
    observer.observe(curtain)
    return () => observer.disconnect()
  }, [file, isWanted])
  return place
}
