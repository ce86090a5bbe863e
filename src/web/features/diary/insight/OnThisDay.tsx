import { useId } from 'react'
import { createStore, useStore } from '../../../lib/store.ts'
import { Button } from '../../../ui/Button.tsx'
import type { Day, Memory } from './chronicle.ts'
import { DayEntries } from './DayEntries.tsx'
import { tellAgo, tellDate } from './names.ts'
import styles from './OnThisDay.module.css'

/** Not every day is a day for looking back: put aside, it does not come again today. */
const skipped = createStore<Day | undefined>(undefined)

type OnThisDayProps = { memories: readonly Memory[]; today: Day; onOpen: (id: string) => void }

export function OnThisDay({ memories, today, onOpen }: OnThisDayProps) {
  const title = useId()
  const isSkipped = useStore(skipped) === today
  if (memories.length === 0) return null
  if (isSkipped) return <output>Sige, sa ibang araw na lang natin balikan.</output>
  return (
    <section className={styles.memories} aria-labelledby={title}>
      <header className={styles.head}>
        <h3 id={title}>Sa araw na ito</h3>
        <Button kind="plain" size="small" onClick={() => skipped.put(today)}>
          Huwag muna ngayon
        </Button>
      </header>
      <p className={styles.about}>May isinulat ka noon. Balikan mo lang kung gusto mo.</p>
      <ul className={styles.list}>
        {memories.map((memory) => (
          <li key={memory.day}>
            <p>
              <strong>{tellAgo(memory)}</strong> <span>{tellDate(memory.day)}</span>
            </p>
            <DayEntries entries={memory.entries} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </section>
  )
}
