import styles from './PremiumBadge.module.css'

/** The crown beside a Premium codename. */
export function PremiumBadge() {
  return (
    <span className={styles.badge} title="Premium">
      <svg width="15" height="15" viewBox="0 0 20 20" fill="currentColor" aria-hidden="true">
        <path d="M2.5 15.5 1.5 6.5l4.7 3.3L10 3.5l3.8 6.3 4.7-3.3-1 9c-5 .9-10 .9-15 0Z" />
      </svg>
      <span className="visually-hidden">Premium</span>
    </span>
  )
}
