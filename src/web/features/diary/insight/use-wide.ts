import { useSyncExternalStore } from 'react'

const wide = () => matchMedia('(min-width: 60rem)')

function subscribe(listener: () => void): () => void {
  const list = wide()
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}

/** Whether the months fit in rows; follows a rotation of the phone. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => wide().matches)

/** The picture's width in pixels on a phone and in a wide dialog: letters and patterns keep their size. */
export const useTrendWidth = (): number => (useWide() ? 864 : 328)
