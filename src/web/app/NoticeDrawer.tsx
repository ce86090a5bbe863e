import { useEffect, useState } from 'react'
import { quietChunk } from '../lib/chunks.ts'
import { wordsFor } from '../lib/failure.ts'
import { onSignal } from '../lib/signal.ts'
import { Banner } from '../ui/Banner.tsx'
import { Drawer } from '../ui/Drawer.tsx'
import { Paper } from '../ui/Paper.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import styles from './NoticeDrawer.module.css'

const settings = quietChunk(() =>
  import('../features/notifications/NoticeSettings.tsx').then((m) => m.NoticeSettings),
)

/** The bell's settings in the profile. Their code is fetched when the drawer opens. */
export function NoticeDrawer() {
  return (
    <div id="notifications" className={styles.place}>
      <Paper as="section" aria-label="Mga notification">
        <Drawer title="Mga notification" startsOpen={location.hash === '#notifications'}>
          <Settings />
        </Drawer>
      </Paper>
    </div>
  )
}

function Settings() {
  const [isHere, setHere] = useState(false)
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    const load = () => void settings.preload().then(() => setHere(true), setError)
    load()
    return onSignal(load)
  }, [])
  if (isHere) return <settings.Component />
  if (error) return <Banner kind="error">{wordsFor(error)}</Banner>
  return <Skeleton lines={4} />
}
