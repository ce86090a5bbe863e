import { useId } from 'react'
import { Icon } from '../ui/Icon.tsx'
import styles from './Bell.module.css'

/** Notifications come with Tambayan. The browser's popover closes itself. */
export function Bell() {
  const panel = useId()
  return (
    <>
      <button type="button" className={styles.bell} popoverTarget={panel} aria-label="Mga notification">
        <Icon name="bell" />
      </button>
      <div id={panel} popover="auto" className={styles.panel}>
        <div className={styles.picture} aria-hidden="true">
          🍃
        </div>
        <p className={styles.title}>Tahimik pa rito</p>
        <p className={styles.words}>
          Malapit na: dito tutunog pag may nag-message o nag-mention sa ’yo sa Tambayan.
        </p>
      </div>
    </>
  )
}
