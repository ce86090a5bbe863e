import { sizeWords } from '../../../shared/file-size.ts'
import { importQuietly } from '../../lib/chunks.ts'
import { wordsFor } from '../../lib/failure.ts'
import { useStore } from '../../lib/store.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import styles from './TakeData.module.css'
import { type Taking, taking } from './taking.ts'

const arrow = 'M12 4v11m-5-4.5 5 5 5-5M5 19.5h14'

/** Begins or stops. The code comes with the first press. */
const press = (isGoing: boolean) =>
  importQuietly(() => import('./take-data.ts'))
    .then(({ stopTaking, takeData }) => (isGoing ? stopTaking() : takeData()))
    .catch((error: unknown) => taking.put({ state: 'failed', words: wordsFor(error) }))

/** All of the person's data as one file. */
export function TakeData() {
  const now = useStore(taking)
  const isGoing = now.state === 'going'
  return (
    <div className={styles.row}>
      <p className={styles.note}>
        Lahat ng isinulat mo at lahat ng alam namin tungkol sa ’yo, sa isang file na mababasa kahit walang
        internet. Libre, at sa ’yo lang. Kung naka-lock ang diary mo, naka-lock din ito roon.
      </p>
      <Told now={now} />
      <Button kind="quiet" icon={isGoing ? 'close' : arrow} onClick={() => void press(isGoing)}>
        {isGoing ? 'Ihinto' : 'Kunin ang data ko'}
      </Button>
    </div>
  )
}

function Told({ now }: { now: Taking }) {
  switch (now.state) {
    case 'going':
      return (
        <p className={styles.going}>
          {/* Screen readers hear the start. The number changes too often for them. */}
          <output>Kinukuha ang data mo. Puwede kang lumipat ng page, huwag lang isara ang Emote.</output>
          {now.bytes > 0 && <span aria-hidden="true"> {sizeWords(now.bytes)} na.</span>}
        </p>
      )
    case 'saved':
      return <Banner kind="success">Nasa Downloads mo na. I-unzip, tapos buksan ang emote.html.</Banner>
    case 'failed':
      return <Banner kind="error">{now.words}</Banner>
    default:
      return null
  }
}
