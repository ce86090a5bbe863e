import { Link } from 'wouter'
import { moods, type Mood } from '../../../shared/moods.ts'
import styles from './MoodSwitch.module.css'
import { wallAddress } from './post/view.ts'

/** Links to the five walls. The search is carried over. */
export function MoodSwitch({ current, q }: { current: Mood; q: string }) {
  return (
    <nav className={styles.switch} aria-label="Mga pader">
      <ul className={styles.walls}>
        {moods.map((mood) => (
          <li key={mood.slug}>
            <Link
              href={wallAddress(mood.slug, { q })}
              className={styles.wall}
              data-mood={mood.slug}
              aria-current={mood === current ? 'page' : undefined}
            >
              <span className={styles.emoji} aria-hidden="true">
                {mood.emoji}
              </span>
              <span className={styles.label}>{mood.label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
