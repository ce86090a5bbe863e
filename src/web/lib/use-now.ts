import { useEffect, useState, useSyncExternalStore } from 'react'

/** Relative times change each minute, ms. */
const every = 30_000

let now = Date.now()
let ticking: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function tick() {
  if (document.hidden) return
  now = Date.now()
  for (const each of listeners) each()
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    now = Date.now()
    ticking = setInterval(tick, every)
    document.addEventListener('visibilitychange', tick)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(ticking)
    document.removeEventListener('visibilitychange', tick)
  }
}

/** The time, for words such as '3 minuto ago'. All on a page change together. */
export const useNow = (): number => useSyncExternalStore(subscribe, () => now)

/** Whole seconds until a moment, counted down; 0 without one, or when it is over. */
export function useSecondsUntil(moment: number | undefined): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    if (moment === undefined) return undefined
    const count = () => setSeconds(Math.max(0, Math.ceil((moment - Date.now()) / 1_000)))
    count()
    const timer = setInterval(count, 1_000)
    return () => {
      clearInterval(timer)
      setSeconds(0)
    }
  }, [moment])
  return seconds
}
