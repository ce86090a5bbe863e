import { dateOf, stackOf, type Week } from './chronicle.ts'
import { tellShortMonth } from './names.ts'
import type { Described } from './Figure.tsx'
import styles from './TrendPicture.module.css'
import { textureOf } from './Textures.tsx'
import { useTrendWidth } from './use-wide.ts'

const height = 184
const floor = 160

/** A column a week, its entries stacked by mood. */
export function WeekPicture({ weeks, described }: { weeks: readonly Week[]; described: Described }) {
  const width = useTrendWidth()
  const most = Math.max(4, ...weeks.map(({ count }) => count))
  const pitch = width / weeks.length
  const unit = (floor - 8) / most
  return (
    <svg className={styles.trend} viewBox={`0 0 ${width} ${height}`} {...described}>
      <path className={styles.floor} d={`M0 ${floor}H${width}`} />
      {weeks.map((week, index) => (
        <g key={week.start} transform={`translate(${index * pitch} 0)`}>
          {stackOf(week.shares).map(({ mood, from, to }) => (
            <rect
              key={mood}
              className={styles.part}
              x={pitch * 0.1}
              y={floor - to * unit}
              width={Math.min(pitch * 0.8, 40)}
              height={(to - from) * unit}
              fill={textureOf(mood)}
            />
          ))}
          {beginsMonth(week) && (
            <text className={styles.month} x={pitch * 0.1} y={height - 4}>
              {tellShortMonth(week.start + 6)}
            </text>
          )}
        </g>
      ))}
    </svg>
  )
}

/** Labels the week that holds the first of a month. */
const beginsMonth = ({ start }: Week) => dateOf(start + 6).getUTCDate() <= 7
