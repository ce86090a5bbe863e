import { useSyncExternalStore } from 'react'

const wide = () => matchMedia('(min-width: 60rem)')

function subscribe(listener: () => void): () => void {
  const list = wide()
  list.addEventListener('change', listener)
  return () => list.removeEventListener('change', listener)
}

/** Whether a year has room for its months below each other, also after the phone was turned. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => wide().matches)

/** The pixels that a picture has on a phone and in a wide dialog: drawn in them, letters and weaves keep their size. */
export const useTrendWidth = (): number => (useWide() ? 864 : 328)
