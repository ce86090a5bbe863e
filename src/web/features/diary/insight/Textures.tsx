import { moods, moodOfValue, type MoodSlug, type MoodValue } from '../../../../shared/moods.ts'
import { MoodGlyph } from '../../../ui/art/MoodGlyph.tsx'
import styles from './Textures.module.css'

/** A pattern for each mood on eight by eight, so that moods are told apart without colour. */
const weaves: Readonly<Record<MoodSlug, string>> = {
  galit: 'M-2-2 10 10M-2 6 2 10M6-2 10 2',
  malungkot: 'M2.2 .6l-.8 3M6.200 4.600l-.8 3',
  sisi: 'M1.6 1.600h4.8v4.800h-4.800z',
  masaya: 'M4 2.200v3.600M2.200 4h3.600',
  kalma:
    'M0 2.500c1.300-1.700 2.700-1.700 4 0s2.700 1.700 4 0M0 6.500c1.300-1.700 2.700-1.700 4 0s2.700 1.700 4 0',
}

/** A fill with the mood's pattern. `Textures` must be in the page. */
export const textureOf = (mood: MoodValue): string => `url(#weave-${moodOfValue(mood).slug})`

export function Textures() {
  return (
    <svg className={styles.defs} width="0" height="0" aria-hidden="true" focusable="false">
      {moods.map(({ slug }) => (
        <pattern key={slug} id={`weave-${slug}`} width="8" height="8" patternUnits="userSpaceOnUse">
          <g data-mood={slug}>
            <rect className={styles.ground} width="8" height="8" />
            <path className={slug === 'galit' ? styles.rope : styles.thread} d={weaves[slug]} />
          </g>
        </pattern>
      ))}
    </svg>
  )
}

/** The legend. */
export function Legend() {
  return (
    <ul className={styles.legend}>
      {moods.map(({ value, slug, label }) => (
        <li key={slug} data-mood={slug}>
          <svg width="24" height="24" aria-hidden="true" focusable="false">
            <rect width="24" height="24" rx="5" fill={textureOf(value)} />
          </svg>
          <MoodGlyph mood={slug} size={18} /> {label}
        </li>
      ))}
    </ul>
  )
}
