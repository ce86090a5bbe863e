import { useEffect, useState, useSyncExternalStore } from 'react'

/** Time that a wall stays in the hero, ms (specification 1, section 9). */
const stay = 3_000

/**
 * Counts the turns while the page is visible. People who asked for less motion or less data start with it paused. `playing` is undefined
 * until hydration.
 */
export function useRotation(): {
  turn: number
  playing: boolean | undefined
  setPlaying: (playing: boolean) => void
} {
  const [turn, setTurn] = useState(0)
  const [chosen, setPlaying] = useState<boolean>()
  const moving = useSyncExternalStore(
    never,
    () => !wantsStillness(),
    () => undefined,
  )
  const playing = chosen ?? moving
  useEffect(() => {
    if (!playing) return undefined
    let timer: ReturnType<typeof setInterval> | undefined
    const follow = () => {
      clearInterval(timer)
      if (!document.hidden) timer = setInterval(() => setTurn((count) => count + 1), stay)
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', follow)
    }
  }, [playing])
  return { turn, playing, setPlaying }
}

const never = () => () => undefined

function wantsStillness(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  return matchMedia('(prefers-reduced-motion: reduce)').matches || connection?.saveData === true
}
