/** Drawings: icons, glyphs, the weather of each wall. */
import { moods } from '../../shared/moods.ts'
import { MoodGlyph } from '../ui/art/MoodGlyph.tsx'
import { Icon, paths, type IconName } from '../ui/Icon.tsx'
import { Weather } from '../ui/weather/Weather.tsx'
import type { Entry } from './entry.ts'
import styles from './Gallery.module.css'

export const pictures: Entry[] = [
  {
    name: 'Icon',
    states: {
      'all of them': (
        <div className={styles.several}>
          {(Object.keys(paths) as IconName[]).map((name) => (
            <figure key={name}>
              <Icon name={name} />
              <figcaption>{name}</figcaption>
            </figure>
          ))}
        </div>
      ),
    },
  },
  {
    name: 'MoodGlyph',
    states: {
      'the five moods': (
        <div className={styles.several}>
          {moods.map(({ slug, label }) => (
            <figure key={slug}>
              <MoodGlyph mood={slug} size={48} />
              <figcaption>{label}</figcaption>
            </figure>
          ))}
        </div>
      ),
    },
  },
  {
    name: 'Weather',
    states: Object.fromEntries(
      moods.map(({ slug, theme }) => [
        theme,
        <div key={slug} className={styles.window} data-mood={slug}>
          <Weather mood={slug} />
        </div>,
      ]),
    ),
  },
]
