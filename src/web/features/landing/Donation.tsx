import { LinkButton } from '../../ui/Button.tsx'
import styles from './Donation.module.css'

/** Says that donations are not possible yet. */
export function Donation() {
  return (
    <section className={styles.donation} aria-labelledby="donation">
      <p className={styles.stencil} data-mood="galit" lang="en" aria-hidden="true">
        Post no bill
      </p>
      <div className={styles.words}>
        <h2 id="donation">Libre ang pader. Gusto naming manatili itong libre.</h2>
        <p>
          Walang bayad ang magsulat, magbasa, at magbitaw. Server at oras lang ang ginagastos dito, kaya kung
          may sobra ka balang-araw, salamat na agad. Inaayos pa namin ang paraan ng pag-donate.
        </p>
        <div className={styles.way}>
          <span className={styles.soon}>Malapit na ang donation</span>
          <LinkButton href="/contact" kind="quiet">
            Gusto kong tumulong
          </LinkButton>
        </div>
      </div>
    </section>
  )
}
