import { useMemo, useState } from 'react'
import { Dialog } from '../../../ui/Dialog.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { chronicleOf, dayOf, memoriesOf, type Written } from './chronicle.ts'
import styles from './Insight.module.css'
import { OnThisDay } from './OnThisDay.tsx'
import { Textures } from './Textures.tsx'
import { Trends } from './Trends.tsx'
import { YearSection } from './YearSection.tsx'

type InsightProps = { entries: readonly Written[]; onOpen: (id: string) => void; onClose: () => void }

/** The moods of a diary: a year, its weeks, and this day in the past. All computed on the device. */
export function Insight({ entries, onOpen, onClose }: InsightProps) {
  const [today] = useState(() => dayOf(new Date()))
  const chronicle = useMemo(() => chronicleOf(entries), [entries])
  const memories = useMemo(() => memoriesOf(chronicle, today), [chronicle, today])
  return (
    <Dialog
      open
      onClose={onClose}
      title="Mga kulay ng diary mo"
      shape="sheet"
      className={styles['sheet'] ?? ''}
    >
      {entries.length === 0 ? (
        <EmptyState picture="🧵" title="Wala pang kulay dito">
          <p>
            Pag may naisulat ka na sa diary, dito mo makikita ang mga mood mo, araw-araw. Walang hinahabol.
          </p>
        </EmptyState>
      ) : (
        <div className={styles.insight}>
          <Textures />
          <OnThisDay memories={memories} onOpen={onOpen} />
          <YearSection chronicle={chronicle} today={today} onOpen={onOpen} />
          {chronicle.days.length > 1 ? (
            <Trends chronicle={chronicle} today={today} />
          ) : (
            <p className={styles.first}>
              Isang araw pa lang ang may kulay. Pag nadagdagan, may makikita ka ring takbo ng mga linggo.
            </p>
          )}
        </div>
      )}
    </Dialog>
  )
}
