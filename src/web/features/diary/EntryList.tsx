import { moodOfValue } from '../../../shared/moods.ts'
import { MoodGlyph } from '../../ui/art/MoodGlyph.tsx'
import { findTemplate } from '../../ui/art/templates.ts'
import { groupByMonth, tellDay } from './days.ts'
import type { Entry } from './diary.api.ts'
import styles from './EntryList.module.css'
import { previewOf } from './preview.ts'

/** Entries by month, newest first. */
export function EntryList({
  entries,
  onOpen,
}: {
  entries: readonly Entry[]
  onOpen: (entry: Entry) => void
}) {
  return groupByMonth(entries).map(({ name, entries: ofMonth }) => (
    <section key={name} className={styles.month} aria-label={name}>
      <h2>{name}</h2>
      <ol className={styles.entries}>
        {ofMonth.map((entry) => (
          <li key={entry.id}>
            <EntryRow entry={entry} onOpen={() => onOpen(entry)} />
          </li>
        ))}
      </ol>
    </section>
  ))
}

function EntryRow({ entry, onOpen }: { entry: Entry; onOpen: () => void }) {
  const mood = moodOfValue(entry.mood ?? '')
  const art = findTemplate(entry.template_url)
  const { weekday, day, time, whole } = tellDay(entry.created_at)
  return (
    <button
      type="button"
      className={styles.entry}
      data-mood={mood.slug}
      onClick={onOpen}
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
        <span className={styles.preview} dir="auto">
          {previewOf(entry.content)}
        </span>
      </span>
      {art && <img className={styles.stripe} src={art.url} alt="" loading="lazy" decoding="async" />}
    </button>
  )
}
