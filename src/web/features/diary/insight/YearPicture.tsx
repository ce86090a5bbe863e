import type { KeyboardEvent, MouseEvent } from 'react'
import {
  cellId,
  dateOf,
  dayOn,
  daysInMonth,
  monthFrom,
  sharesOf,
  stackOf,
  stepFrom,
  weekdayOf,
  type Chronicle,
  type Day,
} from './chronicle.ts'
import type { Described } from './Figure.tsx'
import { tellDate, tellShares, tellShortMonth } from './names.ts'
import { textureOf } from './Textures.tsx'
import { useWide } from './use-wide.ts'
import styles from './YearPicture.module.css'

const cell = 24
const pitch = 26
const months = Array.from({ length: 12 }, (_, month) => month)
const labelled = [1, 5, 10, 15, 20, 25, 30]

/** A day's place: months in columns on a phone, in rows where there is room. */
type Place = (month: number, date: number) => { x: number; y: number }
const tall: Place = (month, date) => ({ x: 24 + month * pitch, y: 22 + (date - 1) * pitch })
const wide: Place = (month, date) => ({ x: 44 + (date - 1) * pitch, y: 22 + month * pitch })

type YearPictureProps = {
  year: number
  chronicle: Chronicle
  today: Day
  chosen: Day | undefined
  onChoose: (day: Day) => void
  described: Described
}

/** A cell for each day, split by its moods. One Tab stop; the arrows move between days. */
export function YearPicture({ year, chronicle, today, chosen, onChoose, described }: YearPictureProps) {
  const isWide = useWide()
  const place = isWide ? wide : tall
  const size = isWide ? [44 + 31 * pitch, 22 + 12 * pitch] : [24 + 12 * pitch, 22 + 31 * pitch]

  function chooseByKey(event: KeyboardEvent) {
    const next = dayByKey(event.key, chronicle, chosen, isWide)
    if (next === undefined) return
    event.preventDefault()
    onChoose(next)
  }
  function chooseByPress({ target }: MouseEvent) {
    const day = target instanceof Element && target.closest<SVGElement>('[data-day]')?.dataset['day']
    if (day) onChoose(Number(day))
  }
  return (
    <svg
      className={styles.year}
      viewBox={`0 0 ${size.join(' ')}`}
      {...described}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing has no tag of its own
      role="listbox"
      tabIndex={0}
      aria-activedescendant={chosen === undefined ? undefined : cellId(chosen)}
      onKeyDown={chooseByKey}
      onClick={chooseByPress}
    >
      <Labels year={year} place={place} isWide={isWide} />
      {months.flatMap((month) =>
        Array.from({ length: daysInMonth(year, month) }, (_, index) => {
          const day = dayOn(year, month, index + 1)
          return (
            <Cell
              key={day}
              day={day}
              entries={chronicle.entriesOf.get(day)}
              isToday={day === today}
              isChosen={day === chosen}
              {...place(month, index + 1)}
            />
          )
        }),
      )}
    </svg>
  )
}

function dayByKey(key: string, chronicle: Chronicle, chosen: Day | undefined, isWide: boolean) {
  const [back, on, monthBack, monthOn] = isWide
    ? ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']
    : ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight']
  if (key === 'Home') return chronicle.days[0]
  if (key === 'End') return chronicle.days.at(-1)
  if (key === back) return stepFrom(chronicle, chosen, -1)
  if (key === on) return stepFrom(chronicle, chosen, 1)
  if (key !== monthBack && key !== monthOn) return undefined
  return chosen === undefined ? chronicle.days.at(-1) : monthFrom(chronicle, chosen, key === monthOn ? 1 : -1)
}

function Labels({ year, place, isWide }: { year: number; place: Place; isWide: boolean }) {
  return (
    <g className={styles.labels} aria-hidden="true">
      {months.map((month) => {
        const { x, y } = place(month, 1)
        const name = tellShortMonth(dayOn(year, month, 1))
        return isWide ? (
          <text key={month} x={0} y={y + 17}>
            {name}
          </text>
        ) : (
          <text key={month} className={styles.middle} x={x + cell / 2} y={14}>
            {name.slice(0, 1)}
          </text>
        )
      })}
      {labelled.map((date) => {
        const { x, y } = place(0, date)
        return isWide ? (
          <text key={date} className={styles.middle} x={x + cell / 2} y={14}>
            {date}
          </text>
        ) : (
          <text key={date} x={0} y={y + 17}>
            {date}
          </text>
        )
      })}
    </g>
  )
}

type CellProps = {
  day: Day
  entries: readonly { mood: Parameters<typeof textureOf>[0] }[] | undefined
  isToday: boolean
  isChosen: boolean
  x: number
  y: number
}

/** A day without entries is a dot. */
function Cell({ day, entries, isToday, isChosen, x, y }: CellProps) {
  const shares = sharesOf(entries ?? [])
  const place = `translate(${x} ${y})`
  if (!entries)
    return (
      <g transform={place} aria-hidden="true">
        {isToday && <rect className={styles.today} width={cell} height={cell} rx="5" />}
        <circle
          className={weekdayOf(day) === 0 ? styles.sunday : styles.quiet}
          cx={cell / 2}
          cy={cell / 2}
          r="2"
        />
      </g>
    )
  const unit = cell / entries.length
  return (
    <g
      id={cellId(day)}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
      role="option"
      aria-selected={isChosen}
      aria-label={`${tellDate(day)}: ${tellShares(shares)}`}
      data-day={day}
      transform={place}
      className={styles.day}
    >
      <title>{tellDate(day)}</title>
      {stackOf(shares).map(({ mood, from, to }) => (
        <rect key={mood} x={from * unit} width={(to - from) * unit} height={cell} fill={textureOf(mood)} />
      ))}
      <rect className={styles.edge} width={cell} height={cell} />
      {isToday && <rect className={styles.today} width={cell} height={cell} rx="5" />}
      {isChosen && <rect className={styles.chosen} x="-1" y="-1" width={cell + 2} height={cell + 2} rx="5" />}
    </g>
  )
}

export function yearIn({ days, entriesOf }: Chronicle, year: number): Chronicle {
  return { days: days.filter((day) => dateOf(day).getUTCFullYear() === year), entriesOf }
}
