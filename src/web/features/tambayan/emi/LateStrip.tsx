import { useEffect, useState } from 'react'
import { firstTouch } from '../../../lib/first-paint.ts'
import { emiStrip } from '../talk/late.ts'

/** What happens between the reader and Emi. Its code comes with the first touch. */
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
  return isHere && <emiStrip.Component topic={topic} />
}
