import { copy } from '../../lib/clipboard.ts'
import { saveFile } from '../../lib/save-file.ts'
import { showToast } from '../../lib/toast.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import styles from './TwoSteps.module.css'

type BackupCodesProps = { codes: readonly string[]; onKept: () => void }

/** The codes are shown once. Printed, only they are on the paper. */
export function BackupCodes({ codes, onKept }: BackupCodesProps) {
  const grouped = codes.map((code) => code.match(/.{1,4}/g)?.join('-') ?? code)
  const text = `Mga backup code ko sa Emote (isang beses lang ang bawat isa):\n\n${grouped.join('\n')}\n`
  const copyAll = async () =>
    (await copy(text)) ? showToast('Na-copy.') : showToast('Hindi na-copy. Isulat na lang.', 'error')
  return (
    <div className={styles.part}>
      <Banner kind="success">Naka-on na. Huling paalala: itago ang mga backup code na ito.</Banner>
      <p>
        Kung mawala o masira ang phone mo, ito ang papasok para sa ’yo. Isang beses lang gagana ang bawat isa,
        at <strong>hindi na namin ito maipapakita ulit.</strong>
      </p>
      <div className={styles.paper}>
        <p className={styles.onPaper}>Mga backup code ko sa Emote. Isang beses lang gagana ang bawat isa.</p>
        <ol className={styles.codes} translate="no" aria-label="Mga backup code">
          {grouped.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
      </div>
      <div className={styles.ways}>
        <Button kind="quiet" size="small" onClick={() => print()}>
          I-print
        </Button>
        <Button
          kind="quiet"
          size="small"
          onClick={() => saveFile('emote-backup-codes.txt', new Blob([text]))}
        >
          I-save
        </Button>
        <Button kind="quiet" size="small" icon="copy" onClick={() => void copyAll()}>
          I-copy
        </Button>
      </div>
      <p className={styles.note}>
        Kung ginagamit din ng iba ang phone na ito, mas ligtas ang papel kaysa screenshot o file.
      </p>
      <Button onClick={onKept}>Naitago ko na</Button>
    </div>
  )
}
