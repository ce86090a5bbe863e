import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { moodOfValue } from '../../../../shared/moods.ts'
import { oldestFirst, type Kept } from './diary-file.ts'
import styles from './Printed.module.css'
import { tellMoment } from './told.ts'

/** Letters from which an entry may go over the edge of a page: kept together it would leave half a page empty. */
const long = 1200

/** The whole diary as pages, on paper only. It stays until its dialog goes: a phone asks for the pages again after `print` came back. */
export function Printed({ entries }: { entries: readonly Kept[] }) {
  useEffect(() => {
    // The pages are in the document now; what was pressed is drawn first.
    const frame = requestAnimationFrame(() => setTimeout(() => print()))
    return () => cancelAnimationFrame(frame)
  }, [])
  return createPortal(
    <article className={styles.book}>
      <h1>Emote Diary</h1>
      {oldestFirst(entries).map(({ id, created_at, mood, content }) => (
        <section key={id} className={content.length > long ? undefined : styles.whole}>
          <h2>{tellMoment(created_at)}</h2>
          <p className={styles.mood}>{moodOfValue(mood).label}</p>
          <p className={styles.words} dir="auto">
            {content.trim()}
          </p>
        </section>
      ))}
    </article>,
    document.body,
  )
}
