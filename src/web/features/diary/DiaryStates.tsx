import { lazy, Suspense } from 'react'
import { holdDiaryKey } from '../../domain/diary/lock.ts'
import { isOffline, wordsFor } from '../../lib/failure.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { NoSignal } from '../../ui/NoSignal.tsx'
import { Paper } from '../../ui/Paper.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import type { DiaryState } from '../../domain/diary/use-diary.ts'
import styles from './Diary.module.css'

const Doubt = lazy(async () => ({ default: (await import('./lock/Doubt.tsx')).Doubt }))
const Unlock = lazy(async () => ({ default: (await import('./lock/Unlock.tsx')).Unlock }))

/** Shown while no entry can be read yet. */
export function ClosedDiary({ diary }: { diary: DiaryState }) {
  if (diary.state === 'failed') return <FailedDiary error={diary.error} onRetry={diary.refresh} />
  if (diary.state === 'offline') return <OfflineDiary />
  if (diary.state === 'doubted')
    return (
      <Suspense fallback={<LoadingDiary />}>
        <Doubt known={diary.lock} />
      </Suspense>
    )
  if (diary.state !== 'locked' || !diary.lock) return <LoadingDiary />
  return (
    <Suspense fallback={<LoadingDiary />}>
      <Unlock lock={diary.lock} onOpened={holdDiaryKey} />
    </Suspense>
  )
}

function LoadingDiary() {
  return (
    <div className={styles.loading}>
      <output className="visually-hidden">Binubuksan ang diary…</output>
      {Array.from({ length: 5 }, (_, row) => (
        <Skeleton key={row} className={styles.row} />
      ))}
    </div>
  )
}

/** `isEmpty`: the diary has no entry. Otherwise a search found none. */
export function NothingFound({ isEmpty, onClear }: { isEmpty: boolean; onClear: () => void }) {
  return isEmpty ? (
    <Paper taped>
      <EmptyState
        picture="📓"
        title="Blangko pa ang unang pahina"
        action={
          <LinkButton href="/write" icon="pen" size="large">
            Magsulat sa diary
          </LinkButton>
        }
      >
        <p>Dito napupunta ang mga isinusulat mong para lang sa ’yo.</p>
      </EmptyState>
    </Paper>
  ) : (
    <Paper>
      <EmptyState
        picture="🔎"
        title="Wala rito ang hinahanap mo"
        action={
          <Button kind="quiet" onClick={onClear}>
            Ipakita lahat
          </Button>
        }
      >
        <p>Subukan ang ibang salita, ibang mood, o mas mahabang panahon.</p>
      </EmptyState>
    </Paper>
  )
}

/** The server's words, and what to do. */
function FailedDiary({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Paper>
      <EmptyState
        picture="📓"
        title="Hindi mabuksan ang diary"
        action={<Button onClick={onRetry}>Subukan ulit</Button>}
      >
        <Banner kind="error">{wordsFor(error)}</Banner>
      </EmptyState>
    </Paper>
  )
}

function OfflineDiary() {
  return (
    <Paper>
      <NoSignal what="ang diary">
        <p>Ligtas ang mga isinulat mo.</p>
      </NoSignal>
    </Paper>
  )
}

/** The entries are readable, but incomplete or out of date. */
export function RefreshError({ diary: { error, isWhole, unreadable, refresh } }: { diary: DiaryState }) {
  return (
    <>
      {unreadable > 0 && (
        <Banner kind="note">
          May {unreadable} entry na hindi mabuksan ng susi mo. Nasa server pa rin ang mga ito, walang binura.
        </Banner>
      )}
      {error !== undefined ? (
        <div className={styles.failed}>
          {isOffline(error) ? (
            <Banner kind="note">
              {isWhole
                ? 'Ang nakikita mo ay ang kopya sa phone na ’to.'
                : 'Hindi pa narito ang mga mas luma.'}
            </Banner>
          ) : (
            <Banner kind="error">{wordsFor(error)}</Banner>
          )}
          <Button kind="quiet" onClick={refresh}>
            Subukan ulit
          </Button>
        </div>
      ) : (
        !isWhole && <p className={styles.coming}>Kinukuha pa ang mga mas luma…</p>
      )}
    </>
  )
}
