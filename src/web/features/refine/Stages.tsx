import { useEffect, useEffectEvent, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import styles from './RefineDialog.module.css'
import { takeFocus } from './take-focus.ts'

/** Wait before the dialog explains a slow answer, ms. */
const long = 7_000
/** Time that the dialog stays after Replace and Insert, ms (specification 1, section 9). */
const stay = 1_500

export function Working({ onStop }: { onStop: () => void }) {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), long)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={styles.wait}>
      <Spinner size={44} />
      <h3 ref={takeFocus} tabIndex={-1}>
        Sandali, inaayos pa…
      </h3>
      <output>{isLong && 'Medyo matagal ngayon. Puwede mo pang hintayin, o itigil muna.'}</output>
      <Button kind="quiet" onClick={onStop}>
        Itigil
      </Button>
    </div>
  )
}

export function Applied({ words, onOver }: { words: string; onOver: () => void }) {
  const over = useEffectEvent(onOver)
  useEffect(() => {
    const timer = setTimeout(() => over(), stay)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={styles.wait}>
      <span className={styles.done}>
        <Icon name="check" size={44} />
      </span>
      <h3 ref={takeFocus} tabIndex={-1}>
        {words}
      </h3>
      <p className={styles.keys}>
        <kbd>Ctrl</kbd> + <kbd>Z</kbd> kung gusto mong ibalik ang dati.
      </p>
    </div>
  )
}
