import { useMemo, useState } from 'react'
import {
  dayOn,
  weekdayOf,
  weekdaysOf,
  weeksOf,
  yearsOf,
  type Chronicle,
  type Day,
  type Span,
} from './chronicle.ts'
import { Choice } from './Choice.tsx'
import { Figure } from './Figure.tsx'
import { tellShortDate, tellWeekday } from './names.ts'
import { SharesTable } from './SharesTable.tsx'
import { WeekdayPicture } from './WeekdayPicture.tsx'
import { WeekPicture } from './WeekPicture.tsx'

/** Day 0 (1 January 1970) is a Thursday, so day 3 is a Sunday. */
const firstSunday: Day = 3
const recent = { weeks13: ['Huling 3 buwan', 13], weeks26: ['Huling 6 na buwan', 26] } as const

function spanOf(choice: string, today: Day): Span {
  if (choice === 'weeks13' || choice === 'weeks26') {
    return { from: today - weekdayOf(today) - (recent[choice][1] - 1) * 7, to: today }
  }
  const year = Number(choice)
  return { from: dayOn(year, 0, 1), to: Math.min(today, dayOn(year, 11, 31)) }
}

/** The moods by week and by weekday. */
export function Trends({ chronicle, today }: { chronicle: Chronicle; today: Day }) {
  const [choice, setChoice] = useState('weeks13')
  const span = useMemo(() => spanOf(choice, today), [choice, today])
  const weeks = useMemo(() => weeksOf(chronicle, span), [chronicle, span])
  const weekdays = useMemo(() => weekdaysOf(chronicle, span), [chronicle, span])
  const options = [
    ...Object.entries(recent).map(([value, [label]]) => ({ value, label })),
    ...yearsOf(chronicle, today).map((year) => ({ value: String(year), label: `Buong ${year}` })),
  ]
  const isQuiet = weeks.every(({ count }) => count === 0)
  return (
    <>
      <Figure
        title="Linggo-linggo"
        about={
          isQuiet
            ? 'Walang naisulat sa panahong ito. Ayos lang.'
            : 'Bawat hanay ay isang linggo, mula Linggo hanggang Sabado: kung anong mga mood ang isinulat mo.'
        }
        choice={<Choice label="Panahon" value={choice} options={options} onChange={setChoice} />}
        isEmpty={isQuiet}
        renderPicture={(described) => <WeekPicture weeks={weeks} described={described} />}
        renderTable={() => (
          <SharesTable
            caption="Mga linggong may sulat"
            head="Linggo na nagsimula"
            rows={weeks
              .filter(({ count }) => count > 0)
              .map(({ start, shares }) => ({ key: start, name: tellShortDate(start), shares }))}
          />
        )}
      />
      <Figure
        title="Sa bawat araw ng linggo"
        about="Sa parehong panahon: kung anong mood ang dumadalaw sa Lunes, sa Martes, hanggang Linggo."
        isEmpty={isQuiet}
        renderPicture={(described) => <WeekdayPicture weekdays={weekdays} described={described} />}
        renderTable={() => (
          <SharesTable
            caption="Mga araw ng linggo"
            head="Araw"
            rows={weekdays.map((shares, weekday) => ({
              key: weekday,
              name: tellWeekday(firstSunday + weekday),
              shares,
            }))}
          />
        )}
      />
    </>
  )
}
