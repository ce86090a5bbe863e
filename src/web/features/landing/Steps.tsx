import { Section } from './Section.tsx'
import styles from './Steps.module.css'
import { walls } from './walls.ts'

export function Steps() {
  return (
    <Section id="steps" title="Tatlong hakbang, isang buntong-hininga">
      <ol className={`bare-list ${styles.steps}`}>
        <li>
          <h3>Isulat</h3>
          <p>Kahit putol-putol. Kahit mali ang grammar. Kahit isang salita lang.</p>
          <p className={styles.draft} aria-hidden="true">
            Hindi ko alam kung saan magsisimula
          </p>
        </li>
        <li>
          <h3>Pumili ng panahon</h3>
          <p>Bumabagyo ba, umuulan, o payapa na? Sumusunod ang buong pader sa mood mo.</p>
          <p className={styles.moods} aria-hidden="true">
            {walls.map((wall) => (
              <span key={wall.slug} data-mood={wall.slug}>
                {wall.emoji}
              </span>
            ))}
          </p>
        </li>
        <li>
          <h3>Bitawan</h3>
          <p>Ikaw ang bahala kung saan. At kung magbago ang isip mo, mabubura mo pa.</p>
          <p className={styles.choices} aria-hidden="true">
            <span>🧱 Sa pader</span>
            <span>📔 Sa diary</span>
            <span>🌬️ Sa hangin</span>
          </p>
        </li>
      </ol>
    </Section>
  )
}
