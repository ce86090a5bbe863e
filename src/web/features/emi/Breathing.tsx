import { useEffect, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { breathAt, breaths, phases } from './breath.ts'
import styles from './Breathing.module.css'

/** A minute of slow breaths. A tap begins, and another one pauses. */
export function Breathing({ onClose }: { onClose: () => void }) {
  const { seconds, isRunning, press, restart } = useSeconds()
  const now = breathAt(seconds)
  return (
    <Dialog open onClose={onClose} title="Hinga tayo">
      <div className={styles.page}>
        {now ? (
          <>
            <button
              type="button"
              className={styles.lamp}
              data-phase={isRunning ? now.phase.name : 'rest'}
              data-autofocus=""
              aria-label={isRunning ? 'Huminto muna' : seconds > 0 ? 'Ituloy' : 'Simulan'}
              onClick={press}
            >
              <span className={styles.glow} />
              <span className={styles.count} aria-hidden="true">
                {isRunning ? now.left : seconds > 0 ? 'Ituloy' : 'Simulan'}
              </span>
            </button>
            {/* Screen readers hear a phase when it begins. */}
            <output className={styles.word}>
              {isRunning ? now.phase.word : 'Pindutin ang ilaw. Isang minuto lang, sabay tayo.'}
            </output>
            <Beads done={isRunning || seconds > 0 ? now.breath : 0} />
          </>
        ) : (
          <Over onAgain={restart} onClose={onClose} />
        )}
      </div>
    </Dialog>
  )
}

function useSeconds() {
  const [seconds, setSeconds] = useState(0)
  const [isRunning, setRunning] = useState(false)
  const isOver = breathAt(seconds) === undefined
  useEffect(() => {
    if (!isRunning || isOver) return undefined
    const timer = setInterval(() => setSeconds((before) => before + 1), 1_000)
    const letSleep = keepAwake()
    return () => {
      clearInterval(timer)
      letSleep()
    }
  }, [isRunning, isOver])
  return {
    seconds,
    isRunning,
    press: () => setRunning(!isRunning),
    restart: () => {
      setSeconds(0)
      setRunning(true)
    },
  }
}

/** Keeps the screen on: many phones turn it off after half a minute without a touch. An old browser or a low battery refuses. */
function keepAwake(): () => void {
  const lock = 'wakeLock' in navigator ? navigator.wakeLock.request('screen').catch(() => null) : null
  return () => void lock?.then((held) => held?.release())
}

/** One bead a breath. */
const Beads = ({ done }: { done: number }) => (
  <p className={styles.beads}>
    <span className="visually-hidden">
      {done > 0
        ? `Hinga ${done} sa ${breaths}`
        : `${breaths} hinga, ${phases[0].counts} papasok at ${phases[1].counts} palabas`}
    </span>
    {Array.from({ length: breaths }, (_, at) => (
      <i key={at} data-done={at < done || undefined} />
    ))}
  </p>
)

function Over({ onAgain, onClose }: { onAgain: () => void; onClose: () => void }) {
  return (
    <>
      <output className={styles.over}>
        Isang minuto na ’yon. Hindi kailangang mawala agad ang bigat; sapat na ang huminga.
      </output>
      <div className={styles.choices}>
        <Button kind="quiet" onClick={onAgain}>
          Isang minuto pa
        </Button>
        <Button onClick={onClose} data-autofocus="">
          Okay na muna
        </Button>
      </div>
    </>
  )
}
