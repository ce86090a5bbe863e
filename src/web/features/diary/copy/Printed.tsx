import { useEffect } from 'react'
import { moodOfValue } from '../../../../shared/moods.ts'
import { PrintedSheet } from '../../../ui/PrintedSheet.tsx'
import { oldestFirst, type Kept } from './diary-file.ts'
import styles from './Printed.module.css'
import { exactTime } from '../../../../shared/relative-time.ts'

/** Longer entries may break across pages: kept together they would leave half a page empty. */
const long = 1200

/** The whole diary, for print only. It stays until its dialog closes: a phone may ask for the pages again after `print` returned. */
export function Printed({ entries }: { entries: readonly Kept[] }) {
  useEffect(() => {
    // The button's state is drawn before printing blocks the page.
    const frame = requestAnimationFrame(() => setTimeout(() => print()))
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <PrintedSheet className={styles.pages}>
      <h1>Emote Diary</h1>
      {oldestFirst(entries).map(({ id, created_at, mood, content }) => (
        <section key={id} className={content.length > long ? undefined : styles.whole}>
          <h2>{exactTime(created_at)}</h2>
          <p className={styles.mood}>{moodOfValue(mood).label}</p>
          <p className={styles.words} dir="auto">
            {content.trim()}
          </p>
        </section>
      ))}
    </PrintedSheet>
  )
}
