import { useState, type KeyboardEvent, type RefObject, type SyntheticEvent } from 'react'
import type { typeInto } from '../../../lib/type-into.ts'
import type { askedAt, matching } from './asking.ts'
import type { Choices } from './Choices.tsx'
import type { Face, Named } from './mentioning.ts'

/** The code that comes with the first touch. */
export type Offering = {
  askedAt: typeof askedAt
  Choices: typeof Choices
  matching: typeof matching
  typeInto: typeof typeInto
}

type Mentioning = {
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  people: (() => readonly Face[]) | undefined
  offering: Offering | undefined
}

/** The choice of people after an @ in a text area (specification 2, section 5). Without `people` nobody is offered. */
export function useMentions({ field, text, people, offering }: Mentioning, first: readonly Named[] = []) {
  const [picked, setPicked] = useState(first)
  /** Undefined: the choices are closed. */
  const [caret, setCaret] = useState<number>()
  const [at, setAt] = useState(0)
  const asked = people && offering && caret !== undefined ? offering.askedAt(text, caret) : undefined
  const choices = asked && people && offering ? offering.matching(people(), asked.query) : []
  const active = choices[Math.min(at, choices.length - 1)]

  function onSelect({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>) {
    const { selectionStart, selectionEnd } = currentTarget
    if (selectionStart !== caret) setAt(0)
    setCaret(selectionStart === selectionEnd ? selectionStart : undefined)
  }
  function pick({ id, codename }: Named) {
    const { current: area } = field
    if (!area || !asked || caret === undefined) return
    setPicked((before) => [...before, { id, codename }])
    setCaret(undefined)
    void offering?.typeInto(area, text, [asked.start, caret], `@${codename} `)
  }
  /** Returns true when the key was for the choices. */
  function onKeyDown(event: KeyboardEvent): boolean {
    if (!active || event.nativeEvent.isComposing) return false
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step) setAt((Math.min(at, choices.length - 1) + step + choices.length) % choices.length)
    else if (event.key === 'Escape') setCaret(undefined)
    // An @ alone names nobody yet: Enter sends it.
    else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey && asked?.query) pick(active)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  return { choices, active, picked, pick, onSelect, onKeyDown, close: () => setCaret(undefined) }
}
