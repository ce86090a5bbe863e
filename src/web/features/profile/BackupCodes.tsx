import { useState } from 'react'
import { exactDay } from '../../../shared/relative-time.ts'
import { copy } from '../../lib/clipboard.ts'
import { saveFile } from '../../lib/save-file.ts'
import { showToast } from '../../lib/toast.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { PrintedSheet } from '../../ui/PrintedSheet.tsx'
import styles from './TwoSteps.module.css'

type BackupCodesProps = { codes: readonly string[]; onKept: () => void }

/** The codes are shown once. The printed sheet does not name their owner. */
export function BackupCodes({ codes, onKept }: BackupCodesProps) {
  const [today] = useState(() => exactDay(new Date()))
  const grouped = codes.map((code) => code.match(/.{1,4}/g)?.join('-') ?? code)
  const text = `Mga backup code ko sa Emote (isang beses lang ang bawat isa):\n\n${grouped.join('\n')}\n`
  const copyAll = async () =>
    (await copy(text)) ? showToast('Na-copy.') : showToast('Hindi na-copy. Isulat na lang.', 'error')
  return (
    <div ref={showTop} className={styles.part}>
      <Banner kind="success">Naka-on na. Huling paalala: itago ang mga backup code na ito.</Banner>
      <p>
        Kung mawala o masira ang phone mo, ito ang papasok para sa ’yo. Isang beses lang gagana ang bawat isa,
        at <strong>hindi na namin ito maipapakita ulit.</strong>
      </p>
      <Codes codes={grouped} />
      <PrintedSheet>
        <h1>Mga backup code</h1>
        <p>Emote · {today}. Isang beses lang gagana ang bawat isa. Lagyan ng guhit ang nagamit na.</p>
        <Codes codes={grouped} />
        <p>Pag wala sa ’yo ang phone mo, i-type ang isa nito pagkatapos ng password.</p>
        <p>Sinumang may hawak nito at ng password mo, makakapasok. Itago nang mabuti.</p>
      </PrintedSheet>
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

/** They replace a longer part, whose end the person has scrolled to. */
const showTop = (part: HTMLElement | null) => part?.scrollIntoView({ block: 'start' })

function Codes({ codes }: { codes: readonly string[] }) {
  return (
    <ol className={styles.codes} translate="no" aria-label="Mga backup code">
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ol>
  )
}
