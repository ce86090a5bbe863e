import { useState, type ComponentType } from 'react'
import type { Detail } from '../../../domain/safety/nudge.ts'
import type { NudgeSlipProps } from './NudgeSlip.tsx'
import styles from './Nudge.module.css'

const none: readonly Detail[] = []

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

type NudgeProps = NudgeSlipProps & { Slip: ComponentType<NudgeSlipProps> }

export function Nudge({ Slip, ...props }: NudgeProps) {
  return (
    // Mounted before its words: screen readers need that.
    <div aria-live="polite" className={styles.place}>
      {props.details.length > 0 && <Slip {...props} />}
    </div>
  )
}
