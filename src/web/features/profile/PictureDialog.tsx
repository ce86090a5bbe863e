import { useEffect, useRef, useState } from 'react'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { encode } from '../../lib/decode.ts'
import { showToast } from '../../lib/toast.ts'
import { ChooseButton } from './ChooseButton.tsx'
import { Cropper } from './Cropper.tsx'
import cropper from './Cropper.module.css'
import styles from './PictureDialog.module.css'
import { readPicture, type Picture } from './picture.ts'
import { useSending, type Sending } from './use-sending.ts'

type PictureDialogProps = { file: File; onChoose: (file: File) => void; onClose: () => void }

/** Crops and uploads the chosen picture. After a failure it stays for a retry. */
export function PictureDialog({ file, onChoose, onClose }: PictureDialogProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const picture = usePicture(file)
  const { sending, send, cancel } = useSending(() => {
    showToast('Avatar updated successfully! 📸')
    onClose()
  })
  const busy = sending.status === 'sending'
  const refusal = picture?.kind === 'refused' ? picture.words : sending.status === 'refused' && sending.words
  const problem = refusal || (sending.status === 'failed' && sending.words)

  const prepare = async () => {
    if (picture?.kind === 'decoded' && canvas.current) return encode(canvas.current)
    if (picture?.kind === 'original') return picture.file
    throw new Error('No picture is chosen')
  }
  return (
    <Dialog
      open
      onClose={onClose}
      locked={busy}
      title="Larawan mo"
      footer={
        <div className={styles.actions}>
          <Button kind="plain" onClick={busy ? cancel : onClose}>
            {busy ? 'Itigil' : 'Huwag na'}
          </Button>
          {refusal ? (
            <ChooseButton onChoose={onChoose}>Pumili ng iba</ChooseButton>
          ) : (
            <Button busy={busy} disabled={!picture} onClick={() => void send(prepare)}>
              {sending.status === 'failed' ? 'Subukan ulit' : 'I-upload'}
            </Button>
          )}
        </div>
      }
    >
      <div className={styles.content}>
        <Preview picture={picture} canvas={canvas} busy={busy} />
        {problem ? (
          <Banner kind="error">{problem}</Banner>
        ) : busy ? (
          <Progress {...sending} />
        ) : (
          <p className={styles.note}>{notes[picture?.kind ?? 'reading']}</p>
        )}
      </div>
    </Dialog>
  )
}

const notes: Record<string, string> = {
  reading: 'Binabasa ang larawan…',
  decoded: 'Hilahin ang larawan para ilipat. Pinapaliit muna bago ipadala, tipid sa data.',
  original: 'Hindi ito maipakita ng browser mo, pero puwede pa ring subukang i-upload.',
}

/** Decodes the file once, and frees its memory for the next one or when the dialog closes. */
function usePicture(file: File): Picture | undefined {
  const [picture, setPicture] = useState<Picture>()
  useEffect(() => {
    let left = false
    let read: Picture | undefined
    const release = () => {
      if (read?.kind === 'decoded') read.bitmap.close()
    }
    void readPicture(file).then((found) => {
      read = found
      if (left) release()
      else setPicture(found)
    })
    return () => {
      left = true
      release()
    }
  }, [file])
  return picture
}

function Preview({
  picture,
  canvas,
  busy,
}: {
  picture: Picture | undefined
  canvas: React.RefObject<HTMLCanvasElement | null>
  busy: boolean
}) {
  if (picture?.kind === 'decoded') return <Cropper bitmap={picture.bitmap} canvas={canvas} disabled={busy} />
  return (
    <div className={cropper.cropper}>
      <div className={cropper.square}>
        {picture ? (
          <span className={styles.sign} aria-hidden="true">
            {picture.kind === 'original' ? '🖼️' : '🤔'}
          </span>
        ) : (
          <Spinner size={36} />
        )}
      </div>
    </div>
  )
}

function Progress({ share }: Extract<Sending, { status: 'sending' }>) {
  const percent = Math.round(share * 100)
  return (
    <div className={styles.progress}>
      <progress max={100} value={percent} aria-label="Pag-upload" />
      <p>{percent < 100 ? `Ipinapadala… ${percent}%` : 'Nasa server na, inaayos na lang…'}</p>
    </div>
  )
}
