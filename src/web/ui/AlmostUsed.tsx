import styles from './AlmostUsed.module.css'
import { Icon } from './Icon.tsx'

/** The warning beside a limit that is nearly used up (specification 2, section 9). */
export function AlmostUsed() {
  return (
    <span className={styles.warning} lang="en">
      <Icon name="warning" size={16} /> Almost at limit!
    </span>
  )
}
