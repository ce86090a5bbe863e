import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { markAllRead, refreshIfOld, refreshNotices, useNotices } from '../../domain/notices/notices.ts'
import { useSignal } from '../../lib/signal.ts'
import { showToast } from '../../lib/toast.ts'
import { noAnswerWords } from '../../lib/failure.ts'
import type { Notice } from '../../../shared/rows.ts'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { keyOf } from '../../domain/notices/notice.ts'
import styles from './NoticeList.module.css'
import { NoticeRow } from './NoticeRow.tsx'

/** A payment is rare, and somebody waits for it: it comes first. */
const sections: { title: string; kinds: readonly string[] }[] = [
  { title: 'Premium', kinds: ['payment'] },
  { title: 'Direct Messages', kinds: ['dm', 'request'] },
  { title: 'Mentions', kinds: ['mention'] },
  { title: 'Sa mga post mo', kinds: ['reaction', 'comment'] },
]

/** The notices by section. `onDone` closes the panel. */
export function NoticeList({ onDone }: { onDone: () => void }) {
  const { state, notices } = useNotices()
  const signal = useSignal()
  useEffect(refreshIfOld, [])
  // The client tries for some seconds. Without a signal the failure shows at once.
  const isWaiting = state === 'loading' && signal === 'here'
  return (
    <>
      <header className={styles.head}>
        <h2 className={styles.title}>Mga notification</h2>
        {notices.length > 0 && <MarkAll />}
      </header>
      {isWaiting && <Coming />}
      {state !== 'here' && !isWaiting && <Failed isOffline={signal === 'offline'} />}
      {state === 'here' && notices.length === 0 && <Nothing />}
      {sections.map(({ title, kinds }) => (
        <Section
          key={title}
          title={title}
          notices={notices.filter(({ kind }) => kinds.includes(kind))}
          onDone={onDone}
        />
      ))}
      <Link href="/profile#notifications" className={styles.settings} onClick={onDone}>
        Ano ang tutunog?
      </Link>
    </>
  )
}

type SectionProps = { title: string; notices: readonly Notice[]; onDone: () => void }

function Section({ title, notices, onDone }: SectionProps) {
  if (notices.length === 0) return null
  return (
    <section aria-label={title}>
      <h3 className={styles.kind}>{title}</h3>
      <ul className={styles.rows}>
        {notices.map((notice) => (
          <li key={keyOf(notice)}>
            <NoticeRow notice={notice} onDone={onDone} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function MarkAll() {
  const [isBusy, setBusy] = useState(false)
  async function mark() {
    setBusy(true)
    if (!(await markAllRead())) showToast(noAnswerWords(), 'error')
    setBusy(false)
  }
  return (
    <Button kind="quiet" size="small" icon="check" busy={isBusy} onClick={() => void mark()}>
      Nabasa ko na lahat
    </Button>
  )
}

function Nothing() {
  return (
    <div className={styles.nothing}>
      <div className={styles.picture} aria-hidden="true">
        🍃
      </div>
      <p className={styles.calm}>Tahimik pa rito</p>
      <p>Dito lalabas pag may nag-message o nag-mention sa ’yo, o may sumagot sa post mo.</p>
    </div>
  )
}

function Coming() {
  return (
    <>
      <output className="visually-hidden">Sandali lang…</output>
      <Skeleton className={styles.coming} />
      <Skeleton className={styles.coming} />
    </>
  )
}

function Failed({ isOffline }: { isOffline: boolean }) {
  return (
    <div className={styles.nothing} role="alert">
      <p className={styles.calm}>{isOffline ? 'Walang internet' : 'Hindi namin makuha ngayon'}</p>
      <p>{isOffline ? 'Lalabas ito pag may signal na.' : 'Baka mahina ang signal, o may aberya sa amin.'}</p>
      <Button kind="quiet" size="small" onClick={() => void refreshNotices()}>
        Subukan ulit
      </Button>
    </div>
  )
}
