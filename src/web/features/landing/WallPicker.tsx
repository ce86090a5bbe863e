import { Link } from 'wouter'
import { Section } from './Section.tsx'
import styles from './WallPicker.module.css'
import { walls } from './walls.ts'

/** One long wall, painted in five weathers. */
export function WallPicker() {
  return (
    <Section
      id="walls"
      title="Saang pader ka ngayon?"
      lead="Limang pader, limang panahon. Pumili ng malapit sa nararamdaman mo."
    >
      <ul className={`bare-list ${styles.walls}`}>
        {walls.map((wall) => (
          <li key={wall.slug} data-mood={wall.slug}>
            <Link href={`/wall/${wall.slug}`} className={styles.panel}>
              <span className={styles.scene} />
              <span className={styles.emoji} aria-hidden="true">
                {wall.emoji}
              </span>
              <span className={styles.words}>
                <strong>{wall.name}</strong>
                <span>{wall.quote}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  )
}
