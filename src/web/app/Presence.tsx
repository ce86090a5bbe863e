import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { follow, hasLive } from '../lib/live.ts'
import styles from './Presence.module.css'

const words = new Intl.NumberFormat('fil-PH', { notation: 'compact' })

/** Shows the number of people online, but not their names. A person alone sees no number. */
export function Presence() {
  const [count, setCount] = useState(0)
  const [pathname] = useLocation()
  const isPaper = pathname === '/write'
  useEffect(() => {
    // The number alone is not worth polling for.
    if (!hasLive()) return undefined
    return follow('global-online-users', {
      private: true,
      track: true,
      // A person who saves data, or only writes, gets no socket for the number alone.
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

function isSavingData(): boolean {
  const connection: unknown = 'connection' in navigator ? navigator.connection : undefined
  return typeof connection === 'object' && connection !== null && 'saveData' in connection
    ? connection.saveData === true
    : false
}
