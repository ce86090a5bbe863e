import { useEffect, useState } from 'react'
import { copy } from '../../lib/clipboard.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { NoChange } from './NoChange.tsx'
import styles from './RefineDialog.module.css'
import { takeFocus } from './take-focus.ts'
import type { Change } from './use-refine.ts'

/** Time that 'Copied!' shows, ms (specification 1, section 9). */
const stay = 2_000

type MadeProps = {
  text: string
  change: Change
  /** Only the selection was sent. */
  isPart: boolean
  /** The text in the field has changed since. */
  isLate: boolean
  onReplace: () => void
  onInsert: () => void
  onDiscard: () => void
}

/** The result. It enters the text only when the person says where. */
export function Made({ text, change, isPart, isLate, onReplace, onInsert, onDiscard }: MadeProps) {
  return (
    <div className={styles.stage}>
      <h3 ref={takeFocus} tabIndex={-1} className={styles.heading}>
        Ganito ang kinalabasan
      </h3>
      {change !== 'words' && <NoChange only={change} />}
      {isLate && (
        <Banner kind="note">
          Iba na ang nakasulat ngayon kaysa noong binuksan mo ito, kaya walang pinalitan. Kopyahin mo na lang
          ito, o isara muna at subukan ulit.
        </Banner>
      )}
      <p className={styles.made} dir="auto">
        {text}
      </p>
      <p className={styles.small}>
        <b lang="en">Replace</b>: papalitan ang {isPart ? 'napili mo' : 'buong isinulat mo'}.{' '}
        <b lang="en">Insert</b>: idaragdag kung nasaan ang cursor.
      </p>
      <div className={styles.ends}>
        <Button kind={change === 'words' ? 'primary' : 'quiet'} onClick={onReplace}>
          Replace
        </Button>
        <Button kind="quiet" onClick={onInsert}>
          Insert
        </Button>
        <Copy text={text} />
        <Button kind="quiet" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </div>
  )
}

function Copy({ text }: { text: string }) {
  const [said, setSaid] = useState<string>()
  useEffect(() => {
    const timer = said ? setTimeout(() => setSaid(undefined), stay) : undefined
    return () => clearTimeout(timer)
  }, [said])
  return (
    <>
      <Button
        kind="quiet"
        icon={said === 'Copied!' ? 'check' : 'copy'}
        onClick={() => void copy(text).then((done) => setSaid(done ? 'Copied!' : 'Hindi ma-copy'))}
      >
        {said ?? 'Copy'}
      </Button>
      <output className="visually-hidden">{said}</output>
    </>
  )
}
