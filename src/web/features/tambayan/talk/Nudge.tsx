import { useState } from 'react'
import { detailsIn, type Detail } from '../../../domain/safety/nudge.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import styles from './Nudge.module.css'

const names: Record<Detail, string> = {
  phone: 'phone number',
  email: 'email',
  address: 'address',
  school: 'buong pangalan, school at section',
}
const list = new Intl.ListFormat('fil', { type: 'conjunction' })

type Nudging = {
  /** The details that the person is asked about; empty while nothing is asked. */
  details: readonly Detail[]
  /** True when the person must be asked first. Sending the same words again passes. */
  holds: () => boolean
}

/** Asks once before a person sends words that lead strangers to them. The words are read on this device only. */
export function useNudge(text: string): Nudging {
  const [asked, setAsked] = useState<string>()
  return {
    details: text !== '' && asked === text ? detailsIn(text) : [],
    holds() {
      if (asked === text || detailsIn(text).length === 0) return false
      setAsked(text)
      return true
    },
  }
}

type NudgeProps = { details: readonly Detail[]; onSend: () => void; onEdit: () => void }

export function Nudge({ details, onSend, onEdit }: NudgeProps) {
  return (
    // Mounted before its words: screen readers need that.
    <div aria-live="polite" className={styles.place}>
      {details.length > 0 && (
        <div className={styles.slip}>
          <Icon name="warning" size={20} />
          <p className={styles.words}>
            <strong>Mukhang may {list.format(details.map((detail) => names[detail]))} sa sulat mo.</strong>{' '}
            Puwede kang mahanap ng hindi mo kilala. Ipapadala pa rin ba?
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
      )}
    </div>
  )
}
