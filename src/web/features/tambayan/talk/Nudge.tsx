import { useState } from 'react'
import type { Detail } from '../../../domain/safety/nudge.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import styles from './Nudge.module.css'

const names: Record<Detail, string> = {
  phone: 'phone number',
  email: 'email',
  address: 'address',
  school: 'buong pangalan, school at section',
}
const none: readonly Detail[] = []
const list = new Intl.ListFormat('fil', { type: 'conjunction' })

type Nudging = {
  /** The details that the person is asked about; empty while nothing is asked. */
  details: readonly Detail[]
  /** True when these words, with these details, are to be asked about first. Sending the same words again passes. */
  holds: (found: readonly Detail[]) => boolean
}

/** Asks once before a person sends words that lead strangers to them. The words are read on this device only. */
export function useNudge(text: string): Nudging {
  const [asked, setAsked] = useState<{ text: string; details: readonly Detail[] }>()
  return {
    details: text !== '' && asked?.text === text ? asked.details : none,
    holds(details) {
      if (asked?.text === text || details.length === 0) return false
      setAsked({ text, details })
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
