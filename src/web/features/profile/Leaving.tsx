import { openOverlay } from '../../domain/overlays.ts'
import { Button } from '../../ui/Button.tsx'
import { Paper } from '../../ui/Paper.tsx'
import styles from './Leaving.module.css'
import { LogOut } from './LogOut.tsx'
import { TakeData } from './TakeData.tsx'

/** The ways out: for a while, and for good. */
export function Leaving() {
  return (
    <Paper as="section" className={styles.sheet} aria-labelledby="leaving">
      <h2 id="leaving">Data at account mo</h2>
      <TakeData />
      <LogOut />
      <div className={styles.end}>
        <p>Kung aalis ka na nang tuluyan, mabubura ang lahat ng sa ’yo. Walang magtatanong kung bakit.</p>
        <Button kind="plain" icon="trash" onClick={() => openOverlay('leave', {})}>
          Deactivate Account
        </Button>
      </div>
    </Paper>
  )
}
