import { useState, useSyncExternalStore, type AnimationEvent } from 'react'
import type { MoodSlug } from '../../../shared/moods.ts'
import styles from './Weather.module.css'

/** The number of moving pieces in each weather. The style sheet places and moves them. */
const pieces: Readonly<Record<MoodSlug, number>> = { galit: 2, malungkot: 8, sisi: 3, masaya: 2, kalma: 3 }

type Connection = EventTarget & { readonly saveData?: boolean }

function connection(): Connection | undefined {
  return (navigator as Navigator & { readonly connection?: Connection }).connection
}

function subscribeToStillness(changed: () => void): () => void {
  const link = connection()
  document.addEventListener('visibilitychange', changed)
  link?.addEventListener('change', changed)
  return () => {
    document.removeEventListener('visibilitychange', changed)
    link?.removeEventListener('change', changed)
  }
}

function isStill(): boolean {
  return document.hidden || connection()?.saveData === true
}

/** The wall behind a page, in the weather of a mood. A new weather drifts in over the old one. */
export function Weather({ mood }: { mood: MoodSlug }) {
  const [scenes, setScenes] = useState<readonly MoodSlug[]>([mood])
  const still = useSyncExternalStore(subscribeToStillness, isStill, () => false)
  if (scenes.at(-1) !== mood) setScenes([...scenes.filter((scene) => scene !== mood).slice(-1), mood])

  // The ambient animations never end, so this event is the scene's arrival.
  function settle(event: AnimationEvent<HTMLDivElement>) {
    if (event.target === event.currentTarget) setScenes([mood])
  }

  return (
    <div className={styles.weather} aria-hidden="true" data-still={still || undefined}>
      {scenes.map((scene) => (
        <div key={scene} className={styles.scene} data-scene={scene} onAnimationEnd={settle}>
          <div className={styles.ambient}>
            {Array.from({ length: pieces[scene] }, (_, index) => (
              <i key={index} />
            ))}
          </div>
        </div>
      ))}
    </div>
  )
}
