import type { Detail } from '../../../domain/safety/nudge.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import styles from './NudgeSlip.module.css'

const names: Record<Detail, string> = {
  phone: 'phone number',
  email: 'email',
  address: 'address',
  school: 'buong pangalan, school at section',
}
const list = new Intl.ListFormat('fil', { type: 'conjunction' })

export type NudgeSlipProps = { details: readonly Detail[]; onSend: () => void; onEdit: () => void }

/** Asks whether words with these details are to be sent. */
export function NudgeSlip({ details, onSend, onEdit }: NudgeSlipProps) {
  return (
    <div className={styles.slip}>
      <Icon name="warning" size={20} />
      <p className={styles.words}>
        <strong>Mukhang may {list.format(details.map((detail) => names[detail]))} sa sulat mo.</strong> Puwede
        kang mahanap ng hindi mo kilala. Ipapadala pa rin ba?
      </p>
      <div className={styles.actions}>
        <Button kind="quiet" size="small" onClick={onSend}>
          Ipadala pa rin
        </Button>
        <Button size="small" onClick={onEdit}>
          Aayusin ko muna
        </Button>
      </div>
    </div>
  )
}
