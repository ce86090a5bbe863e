import type { Memory } from './chronicle.ts'
import { DayEntries } from './DayEntries.tsx'
import { tellAgo, tellDate } from './names.ts'
import styles from './OnThisDay.module.css'

type OnThisDayProps = { memories: readonly Memory[]; onOpen: (id: string) => void }

/** Closed until opened: a person may not want to look back. */
export function OnThisDay({ memories, onOpen }: OnThisDayProps) {
  if (memories.length === 0) return null
  return (
    <details className={styles.memories}>
      <summary>
        Sa araw na ito
        <span className={styles.about}>May isinulat ka noon. Balikan mo lang kung gusto mo.</span>
      </summary>
      <ul className={styles.list}>
        {memories.map((memory) => (
          <li key={memory.day}>
            <p>
              <strong>{tellAgo(memory)}</strong> <span className={styles.about}>{tellDate(memory.day)}</span>
            </p>
            <DayEntries entries={memory.entries} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </details>
  )
}
