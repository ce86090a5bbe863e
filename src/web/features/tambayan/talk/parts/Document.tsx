import type { MessageFile } from '../../../../../shared/marker.ts'
import { useOpenedFile } from '../../../../domain/messages/files.ts'
import { openFile } from '../../../../domain/messages/opening.ts'
import { Spinner } from '../../../../ui/Spinner.tsx'
import { useNow } from '../../../../lib/use-now.ts'
import { fileDetail, fileProblems, isOver } from './file-words.ts'
import { FileIcon } from './FileIcon.tsx'
import { saveAs } from './save-as.ts'
import styles from './Card.module.css'

/** A video, a document, or a file that has ended. A press fetches the file. */
export function Document({ file }: { file: MessageFile }) {
  const { id, name, type } = file
  const opened = useOpenedFile(id)
  const isGone = isOver(file, useNow()) || opened?.state === 'gone'
  if (isGone)
    return (
      <p className={styles.gone}>
        <FileIcon type={type} size={22} />
        <span>
          <s className={styles.name}>{name}</s>
          {opened?.state === 'gone' ? fileProblems.gone : fileProblems.over}
        </span>
      </p>
    )
  async function take() {
    if (opened?.state === 'loading') return
    const address = await openFile(file)
    if (address) saveAs(name, address)
  }
  return (
    <button type="button" className={styles.document} onClick={() => void take()}>
      <span className={styles.sign}>
        {opened?.state === 'loading' ? <Spinner size={26} /> : <FileIcon type={type} size={26} />}
      </span>
      <span className={styles.words}>
        <span className={styles.name} dir="auto">
          {name}
        </span>
        <output className={styles.detail}>
          {opened?.state === 'failed' ? fileProblems.failed : fileDetail(file)}
        </output>
      </span>
      <span className="visually-hidden">I-download</span>
    </button>
  )
}
