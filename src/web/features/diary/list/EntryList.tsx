import { memo, useEffect, useRef, useState } from 'react'
import { moodOfValue } from '../../../../shared/moods.ts'
import { MoodGlyph } from '../../../ui/art/MoodGlyph.tsx'
import { findTemplate } from '../../../../shared/templates.ts'
import { Icon } from '../../../ui/Icon.tsx'
import type { Entry } from '../../../domain/diary/opened.ts'
import { tellDay } from './days.ts'
import styles from './EntryList.module.css'
import { groupByMonth, type Stretch } from './months.ts'
import { whenNear } from './near.ts'
import { previewOf } from './preview.ts'

type ListProps = { entries: readonly Entry[]; isHidden: boolean; onOpen: (id: string) => void }

/** Parts drawn before the screen's size is known. */
const atOnce = 2

/** Entries by month, newest first. Only parts near the screen are drawn. */
export const EntryList = memo(function EntryList({ entries, isHidden, onOpen }: ListProps) {
  return groupByMonth(entries).map(({ key, moment, stretches }) => {
    const name = tellDay(moment).month
    return (
      <section key={key} className={styles.month} aria-label={name}>
        <h2>{name}</h2>
        {stretches.map((stretch) => (
          <Rows key={stretch.key} {...{ stretch, isHidden, onOpen }} count={entries.length} />
        ))}
      </section>
    )
  })
})

type RowsProps = Omit<ListProps, 'entries'> & { stretch: Stretch<Entry>; count: number }

function Rows({ stretch: { entries, from }, count, isHidden, onOpen }: RowsProps) {
  const place = useRef<HTMLOListElement>(null)
  const [isNear, setNear] = useState(from < atOnce * 20)
  useEffect(() => (place.current ? whenNear(place.current, setNear) : undefined), [])
  // A part off the screen keeps its measured or estimated height.
  useEffect(() => {
    const list = place.current
    if (list) list.style.minBlockSize = isNear ? '' : `${list.dataset.height ?? entries.length * 6.25}rem`
  }, [isNear, entries.length])
  return (
    <ol ref={place} className={styles.entries}>
      {isNear &&
        entries.map((entry, at) => (
          <li key={entry.id} aria-setsize={count} aria-posinset={from + at + 1}>
            <EntryRow {...{ entry, isHidden, onOpen }} />
          </li>
        ))}
    </ol>
  )
}

type RowProps = { entry: Entry; isHidden: boolean; onOpen: (id: string) => void }

const EntryRow = memo(function EntryRow({ entry, isHidden, onOpen }: RowProps) {
  const mood = moodOfValue(entry.mood)
  const art = isHidden ? undefined : findTemplate(entry.template_url)
  const { weekday, day, time, whole } = tellDay(entry.created_at)
  return (
    <button
      type="button"
      className={styles.entry}
      data-mood={mood.slug}
      data-entry={entry.id}
      onClick={() => onOpen(entry.id)}
      aria-haspopup="dialog"
    >
      <span className={styles.day}>
        <span className={styles.weekday} aria-hidden="true">
          {weekday}
        </span>
        <time dateTime={entry.created_at} title={whole}>
          {day}
        </time>
      </span>
      <span className={styles.body}>
        <span className={styles.mood}>
          <MoodGlyph mood={mood.slug} size={18} /> {mood.label}
          <span className={styles.time}>{time}</span>
        </span>
        {isHidden ? (
          <span className={styles.veiled}>
            <Icon name="eye-off" size={18} /> Nakatago
          </span>
        ) : (
          <span className={styles.preview} dir="auto">
            {previewOf(entry.content)}
          </span>
        )}
        {entry.isQueued && <QueuedMark isRefused={entry.refusal !== undefined} />}
      </span>
      {art && <img className={styles.stripe} src={art.url} alt="" loading="lazy" decoding="async" />}
    </button>
  )
})

function QueuedMark({ isRefused }: { isRefused: boolean }) {
  return (
    <span className={isRefused ? styles.refused : styles.queued}>
      <Icon name={isRefused ? 'warning' : 'up'} size={16} />
      {isRefused ? 'Hindi natanggap' : 'Nasa phone pa lang, naghihintay ng signal'}
    </span>
  )
}
