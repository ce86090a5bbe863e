import { sizeWords } from '../../../../shared/file-size.ts'
import { type Attached, useAttached } from '../../../domain/messages/files.ts'
import { detach } from '../../../domain/messages/uploading.ts'
import { IconButton } from '../../../ui/Button.tsx'
import styles from './AttachedFile.module.css'
import { FileIcon } from './parts/FileIcon.tsx'

/** The file that goes with the next message, above the box, with its progress. */
export function AttachedFile({ topic, onLeave }: { topic: string; onLeave: () => void }) {
  const attached = useAttached(topic)
  if (!attached) return null
  const { name, preview, type, state, share, problem } = attached
  const percent = Math.round(share * 100)
  return (
    <section className={styles.slip} aria-label="Kalakip">
      {preview ? (
        <img src={preview} alt="" className={styles.preview} />
      ) : (
        <span className={styles.sign} data-type={type}>
          <FileIcon type={type} />
        </span>
      )}
      <div className={styles.words}>
        <p className={styles.name} dir="auto">
          {name}
        </p>
        {state === 'sending' && <progress max={100} value={percent} aria-label="Pag-upload" />}
        {state === 'failed' ? (
          <p className={styles.problem} role="alert">
            {problem}
          </p>
        ) : (
          <output className={styles.state}>{stateWords(attached, percent)}</output>
        )}
      </div>
      <IconButton
        icon="close"
        label={state === 'sending' ? 'Itigil ang pag-upload' : 'Alisin ang kalakip'}
        onClick={() => {
          detach(topic)
          onLeave()
        }}
      />
    </section>
  )
}

function stateWords({ state, size, type }: Attached, percent: number): string {
  if (state === 'preparing') return type === 'image' ? 'Pinapaliit ang larawan…' : 'Binabasa ang file…'
  if (state === 'ready') return `${sizeWords(size)} · mabubura pagkalipas ng 3 araw`
  return percent < 100 ? `Ipinapadala… ${percent}%` : 'Nasa server na, nililinis na lang…'
}
