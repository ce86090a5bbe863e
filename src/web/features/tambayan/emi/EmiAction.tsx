import { actionLines, type EmiAction as Action } from '../../../../shared/emi-actions.ts'
import { openOverlay } from '../../../domain/overlays.ts'
import styles from './EmiAction.module.css'

/** The small thing that Emi offers with an answer, as a button. The list listens for the one that leads to a page. */
export const EmiAction = ({ action }: { action: Action }) => (
  <button
    type="button"
    className={styles.action}
    {...(action === 'write'
      ? { 'data-act': 'write' }
      : { onClick: () => openOverlay('emi', { part: action }) })}
  >
    {actionLines[action]}
  </button>
)
