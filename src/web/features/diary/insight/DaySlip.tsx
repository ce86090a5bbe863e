import { useLayoutEffect, useRef } from 'react'
import { IconButton } from '../../../ui/Button.tsx'
import { cellId, stepFrom, type Chronicle, type Day } from './chronicle.ts'
import { DayEntries } from './DayEntries.tsx'
import styles from './DaySlip.module.css'
import { tellDayOfYear } from './names.ts'

const forward = 'M4.5 12H19m-6-6.5 6.5 6.5-6.5 6.5'

type DaySlipProps = {
  chronicle: Chronicle
  day: Day
  onChoose: (day: Day) => void
  onClose: () => void
  onOpen: (id: string) => void
}

/** The chosen day stays in view above the calendar. Its arrows suit fingers larger than a cell. */
export function DaySlip({ chronicle, day, onChoose, onClose, onOpen }: DaySlipProps) {
  const slip = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const cell = document.getElementById(cellId(day))
    if (cell && slip.current && isHidden(cell, slip.current)) cell.scrollIntoView({ block: 'center' })
  }, [day])
  const [before, after] = [stepFrom(chronicle, day, -1), stepFrom(chronicle, day, 1)]
  function close() {
    // The focus would disappear with the slip.
    slip.current?.parentElement?.querySelector<HTMLElement>('[role=listbox], table button')?.focus()
    onClose()
  }
  return (
    <section ref={slip} className={styles.slip} aria-label="Napiling araw">
      <header className={styles.head}>
        <p aria-live="polite">{tellDayOfYear(day)}</p>
        <IconButton
          icon="back"
          label="Naunang araw na may sulat"
          aria-disabled={before === day}
          onClick={() => before !== undefined && onChoose(before)}
        />
        <IconButton
          icon={forward}
          label="Sunod na araw na may sulat"
          aria-disabled={after === day}
          onClick={() => after !== undefined && onChoose(after)}
        />
        <IconButton icon="close" label="Isara ang araw" onClick={close} />
      </header>
      <DayEntries entries={chronicle.entriesOf.get(day) ?? []} onOpen={onOpen} />
    </section>
  )
}

function isHidden(cell: Element, slip: Element): boolean {
  const place = cell.getBoundingClientRect()
  const dialog = slip.closest('dialog')?.getBoundingClientRect()
  return place.bottom > slip.getBoundingClientRect().top || place.top < (dialog?.top ?? 0) + place.height * 3
}
