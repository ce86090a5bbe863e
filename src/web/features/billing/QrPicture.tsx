import { useState } from 'react'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import styles from './QrPicture.module.css'
import { qrAddress, saveQr } from './save-qr.ts'

/** The QR to pay, and the way to keep it: a phone cannot scan its own screen. */
export function QrPicture({ isTest }: { isTest: boolean }) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const save = async () => {
    setBusy(true)
    setProblem(await saveQr())
    setBusy(false)
  }
  return (
    <div className={styles.qr}>
      <img
        src={qrAddress}
        width={240}
        height={240}
        alt={isTest ? 'QR code na pang-test: huwag bayaran' : 'QR code na babayaran'}
        className={styles.picture}
      />
      {isTest && (
        <p className={styles.test}>
          <strong>TEST QR.</strong> Huwag bayaran: walang tatanggap ng pera.
        </p>
      )}
      <Button kind="quiet" icon="copy" busy={isBusy} onClick={() => void save()}>
        I-save ang QR
      </Button>
      {problem && (
        <Banner kind="note">
          <p>{problem}</p>
          <p>
            Sa{' '}
            <a href={qrAddress} target="_blank" rel="noopener">
              bagong tab
            </a>
            , diinan nang matagal ang larawan, tapos piliin ang “Save image”. Puwede rin ang screenshot.
          </p>
        </Banner>
      )}
    </div>
  )
}
