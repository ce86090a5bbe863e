import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import styles from './Senses.module.css'

const steps = [
  { count: 5, sense: 'nakikita', hint: 'Ang ilaw, ang kisame, ang sarili mong kamay. Kahit ano.' },
  { count: 4, sense: 'nahahawakan', hint: 'Ang kumot, ang sahig sa ilalim ng paa mo, ang phone na ’to.' },
  { count: 3, sense: 'naririnig', hint: 'Ang bentilador, ang kalsada, ang hinga mo.' },
  { count: 2, sense: 'naaamoy', hint: 'Kung wala, dalawang amoy na gusto mo.' },
  { count: 1, sense: 'nalalasahan', hint: 'O isang lagok ng tubig.' },
] as const

/** An exercise of the five senses: five things to see, four to touch, and so on. Nothing is stored. */
export function Senses({ onClose }: { onClose: () => void }) {
  const [at, setAt] = useState(0)
  const [found, setFound] = useState(0)
  const step = steps[at]
  function next() {
    setAt(at + 1)
    setFound(0)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Limang bagay sa paligid mo"
      footer={
        step ? (
          <Button kind={found < step.count ? 'quiet' : 'primary'} onClick={next}>
            {at < steps.length - 1 ? 'Susunod' : 'Tapos na'}
          </Button>
        ) : (
          <Button onClick={onClose}>Okay na muna</Button>
        )
      }
    >
      <div className={styles.page}>
        <div aria-live="polite">
          {step ? (
            <p className={styles.ask}>
              <b className={styles.number}>{step.count}</b> {step.count > 1 ? 'bagay' : 'bagay lang'} na{' '}
              {step.sense} mo ngayon
            </p>
          ) : (
            <p className={styles.ask}>Nandito ka. Nandito lang ang lahat ng ’yan sa tabi mo.</p>
          )}
        </div>
        {step && <Stones key={at} count={step.count} found={found} onFound={setFound} />}
        <p className={styles.hint}>
          {step ? step.hint : 'Hindi kailangang gumaan agad. Puwede mong ulitin kahit kailan.'}
        </p>
      </div>
    </Dialog>
  )
}

type StonesProps = { count: number; found: number; onFound: (found: number) => void }

/** One stone to tap for each thing that is found. A second tap on the last stone undoes it. */
const Stones = ({ count, found, onFound }: StonesProps) => (
  <div className={styles.stones}>
    {Array.from({ length: count }, (_, at) => (
      <button
        key={at}
        type="button"
        className={styles.stone}
        aria-pressed={at < found}
        aria-label={`${at + 1}`}
        onClick={() => onFound(at < found ? at : at + 1)}
      >
        {at < found ? '✓' : at + 1}
      </button>
    ))}
  </div>
)
