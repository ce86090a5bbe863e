import { moodOfSlug, type MoodSlug } from '../../../shared/moods.ts'
import { Section } from './Section.tsx'
import styles from './Voices.module.css'

/** Examples that we wrote and mark as such. No person's words are shown. */
const examples: readonly (readonly [MoodSlug, string])[] = [
  ['malungkot', 'Ang dami naming tumawa kanina. Mag-isa pa rin akong umuwi.'],
  ['galit', 'Ako na naman ang mag-a-adjust. Lagi na lang ako.'],
  ['masaya', 'Pumasa ako. Wala pang nakakaalam, kayo pa lang.'],
  ['sisi', 'Sana sinagot ko ’yung tawag mo nung gabing ’yon.'],
  ['kalma', 'Tumila na. Nagkape lang ako sa may bintana.'],
]

export function Voices() {
  return (
    <Section
      id="voices"
      title="Mga tinig sa pader"
      lead="Bago pa lang kami, kaya wala pa kaming maipapakitang totoong kuwento, at hindi kami mag-iimbento. Mga halimbawa lang ito ng kasya sa pader."
    >
      <ul className={`bare-list ${styles.voices}`}>
        {examples.map(([slug, words]) => (
          <li key={slug} data-mood={slug}>
            <p>{words}</p>
            <small>
              <span aria-hidden="true">{moodOfSlug(slug).emoji}</span> Halimbawa ng {moodOfSlug(slug).label}
            </small>
          </li>
        ))}
      </ul>
    </Section>
  )
}
