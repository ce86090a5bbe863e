import { moodOfValue } from '../../../../shared/moods.ts'
import { MoodGlyph } from '../../../ui/art/MoodGlyph.tsx'
import type { Written } from './chronicle.ts'
import styles from './DayEntries.module.css'
import { tellTime } from './names.ts'

/** Links to a day's entries by mood and time. They show no words to an onlooker. */
export function DayEntries({
  entries,
  onOpen,
}: {
  entries: readonly Written[]
  onOpen: (id: string) => void
}) {
  return (
    <ul className={styles.entries}>
      {entries.map(({ id, mood, created_at }) => {
        const { slug, label } = moodOfValue(mood)
        return (
          <li key={id} data-mood={slug}>
            <button type="button" aria-haspopup="dialog" onClick={() => onOpen(id)}>
              <MoodGlyph mood={slug} size={20} />
              <span>{label}</span>
              <time dateTime={created_at}>{tellTime(created_at)}</time>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
