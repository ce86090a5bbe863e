import { emiStrip } from '../talk/late.ts'
import { useTouched } from '../talk/use-touched.ts'
import styles from './LateStrip.module.css'

/** The strip of Emi above the box. Its code loads with the first touch. */
export function LateStrip({ topic }: { topic: string }) {
  const isHere = useTouched(emiStrip)
  return <div className={styles.place}>{isHere && <emiStrip.Component topic={topic} />}</div>
}
