import { useId } from 'react'
import { moods, type Mood } from '../../shared/moods.ts'
import { MoodGlyph } from './art/MoodGlyph.tsx'
import styles from './MoodPicker.module.css'

/** The five moods in a row, one of them chosen. */
export function MoodPicker({ mood, onPick }: { mood: Mood; onPick: (mood: Mood) => void }) {
  const name = useId()
  return (
    <fieldset className={styles.moods}>
      <legend className="visually-hidden">Mood</legend>
      {moods.map((each) => (
        <label key={each.slug} className={styles.mood} data-mood={each.slug}>
          <input
            type="radio"
            name={name}
            value={each.value}
            checked={each === mood}
            onChange={() => onPick(each)}
          />
          <span className={styles.glyph}>
            <MoodGlyph mood={each.slug} size={26} />
          </span>
          <span className={styles.name}>{each.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
