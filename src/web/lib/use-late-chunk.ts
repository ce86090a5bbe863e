import { useEffect, useState } from 'react'
import type { Chunk } from './chunks.ts'
import { wordsFor } from './failure.ts'
import { afterFirstPaint } from './first-paint.ts'
import { onSignal } from './signal.ts'
import { showToast } from './toast.ts'

type Wanted = {
  isWanted?: boolean
  /** The person waits for it: it is fetched at once, and a failure is told. */
  isAsked?: boolean
}

/** Fetches a part of a page after the first paint, and again with the next signal when that failed. True once it is here. */
export function useLateChunk(
  { preload }: Pick<Chunk, 'preload'>,
  { isWanted = true, isAsked = false }: Wanted = {},
): boolean {
  const [isHere, setHere] = useState(false)
  useEffect(() => {
    if (!isWanted || isHere) return undefined
    let isOver = false
    let stop: (() => void) | undefined
    const { dataset } = document.documentElement
    const load = () => {
      stop?.()
      if (isAsked) dataset['going'] = ''
      void (isAsked ? preload() : afterFirstPaint().then(preload))
        .then(
          () => setHere(true),
          (error: unknown) => {
            if (isOver) return
            if (isAsked) showToast(wordsFor(error), 'error')
            stop = onSignal(load)
          },
        )
        .finally(() => isAsked && delete dataset['going'])
    }
    load()
    return () => {
      isOver = true
      stop?.()
    }
  }, [preload, isWanted, isAsked, isHere])
  return isHere
}
