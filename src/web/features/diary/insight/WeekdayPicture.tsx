import { stackOf, type Share } from './chronicle.ts'
import { tellShortWeekday } from './names.ts'
import type { Described } from './Figure.tsx'
import styles from './TrendPicture.module.css'
import { textureOf } from './Textures.tsx'
import { useTrendWidth } from './use-wide.ts'

const label = 44
const pitch = 34
const firstSunday = 3

/** Seven bars, Sunday first. */
export function WeekdayPicture({
  weekdays,
  described,
}: {
  weekdays: readonly (readonly Share[])[]
  described: Described
}) {
  const width = useTrendWidth()
  const stacks = weekdays.map(stackOf)
  const most = Math.max(4, ...stacks.map((stack) => stack.at(-1)?.to ?? 0))
  const unit = (width - label) / most
  return (
    <svg className={styles.trend} viewBox={`0 0 ${width} ${7 * pitch}`} {...described}>
      {stacks.map((stack, weekday) => (
        <g key={tellShortWeekday(firstSunday + weekday)} transform={`translate(0 ${weekday * pitch})`}>
          <text className={styles.weekday} x="0" y="21">
            {tellShortWeekday(firstSunday + weekday)}
          </text>
          <path className={styles.floor} d={`M${label} 2v26`} />
          {stack.map(({ mood, from, to }) => (
            <rect
              key={mood}
              className={styles.part}
              x={label + from * unit}
              y="3"
              width={(to - from) * unit}
              height="24"
              fill={textureOf(mood)}
            />
          ))}
        </g>
      ))}
    </svg>
  )
}
