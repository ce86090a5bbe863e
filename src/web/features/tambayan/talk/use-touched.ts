import { useEffect, useState } from 'react'
import type { Chunk } from '../../../lib/chunks.ts'
import { firstTouch } from '../../../lib/first-paint.ts'

/** Fetches a part with the first touch. True once it is here. */
export function useTouched({ preload }: Pick<Chunk, 'preload'>): boolean {
  const [isHere, setHere] = useState(false)
  useEffect(
    () =>
      void firstTouch()
        .then(preload)
        .then(() => setHere(true))
        .catch(() => undefined),
    [preload],
  )
  return isHere
}
