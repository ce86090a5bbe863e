import { useEffect, useState } from 'react'
import { firstTouch } from '../../../lib/first-paint.ts'
import { emiStrip } from '../talk/late.ts'
import styles from './LateStrip.module.css'

/** The strip of Emi above the box. Its code loads with the first touch. */
export function LateStrip({ topic }: { topic: string }) {
  const [isHere, setHere] = useState(false)
  useEffect(
    () =>
      void firstTouch()
        .then(emiStrip.preload)
        .then(() => setHere(true))
        .catch(() => undefined),
    [],
  )
  return <div className={styles.place}>{isHere && <emiStrip.Component topic={topic} />}</div>
}
