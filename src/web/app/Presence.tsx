import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { firstTouch } from '../lib/first-paint.ts'
import { follow, hasLive } from '../lib/live.ts'
import styles from './Presence.module.css'

const words = new Intl.NumberFormat('fil-PH', { notation: 'compact' })

/** Shows the number of people online, but not their names. A person alone sees no number. */
export function Presence() {
  const [count, setCount] = useState(0)
  const [pathname] = useLocation()
  const isTouched = useFirstTouch()
  const isPaper = pathname === '/write' || (!isTouched && /^\/(profile|billing)/.test(pathname))
  useEffect(() => {
    // The number alone is not worth polling for.
    if (!hasLive()) return undefined
    return follow('global-online-users', {
      private: true,
      track: true,
      // A person who saves data, only writes, or only looks at a profile or billing gets no socket for the number alone.
      patient: isPaper || isSavingData(),
      events: {
        online_count: (payload) => setCount(typeof payload['count'] === 'number' ? payload['count'] : 0),
      },
      caughtUp: () => undefined,
      away: () => setCount(0),
    })
  }, [isPaper])
  if (count < 2) return null
  return (
    <p className={styles.here}>
      <span className={styles.dot} aria-hidden="true" />
      <span>
        {words.format(count)} nandito<span className={styles.now}> ngayon</span>
      </span>
    </p>
  )
}

function useFirstTouch(): boolean {
  const [isTouched, setTouched] = useState(false)
  useEffect(() => void firstTouch().then(() => setTouched(true)), [])
  return isTouched
}

function isSavingData(): boolean {
  const connection: unknown = 'connection' in navigator ? navigator.connection : undefined
  return typeof connection === 'object' && connection !== null && 'saveData' in connection
    ? connection.saveData === true
    : false
}
