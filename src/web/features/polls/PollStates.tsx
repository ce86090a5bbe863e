import { useEffect, useState } from 'react'
import type { PollList } from '../../domain/polls/polls.ts'
import { retryPolls } from '../../domain/polls/polls.ts'
import { isOffline, wordsFor } from '../../lib/failure.ts'
import { useSignal } from '../../lib/signal.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { NoSignal } from '../../ui/NoSignal.tsx'
import { Paper } from '../../ui/Paper.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './Polls.module.css'

/** The list counts as slow after this, ms. */
const patience = 5_000

export function LoadingPolls() {
  const isAway = useSignal() !== 'here'
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), patience)
    return () => clearTimeout(timer)
  }, [])
  if (isAway) return <Away />
  return (
    <div className={styles.polls}>
      <output className={styles.slow}>
        {isSlow ? 'Mabagal ang signal. Sandali pa…' : 'Kinukuha ang mga poll…'}
      </output>
      {[4, 3, 2].map((options) => (
        <div key={options} className={styles.bones} aria-hidden="true">
          <Skeleton className={styles.boneTitle} lines={2} />
          {Array.from({ length: options }, (_, at) => (
            <Skeleton key={at} className={styles.boneOption} />
          ))}
        </div>
      ))}
    </div>
  )
}

export function FailedPolls({ error }: { error: unknown }) {
  if (isOffline(error)) return <Away />
  return (
    <Paper className={styles.note}>
      <EmptyState
        picture="🗳️"
        title="Hindi mabuksan ang mga poll"
        action={<Button onClick={retryPolls}>Subukan ulit</Button>}
      >
        <Banner kind="error">{wordsFor(error)}</Banner>
      </EmptyState>
    </Paper>
  )
}

const Away = () => (
  <Paper className={styles.note}>
    <NoSignal what="ang mga poll" onRetry={retryPolls} />
  </Paper>
)

export const EmptyPolls = () => (
  <Paper taped className={styles.note}>
    <EmptyState picture="🗳️" title="Wala pang balota">
      <p>Kapag may nagtanong, dito lalabas. Balik ka mamaya; baka tanong mo rin ang tanong nila.</p>
    </EmptyState>
  </Paper>
)

/** The end of the loaded polls. */
export function Older({ state, onPress }: { state: PollList['older']; onPress: () => void }) {
  return (
    <div className={styles.older}>
      {state === 'failed' && <Banner kind="error">Hindi nakuha ang iba pa.</Banner>}
      <Button kind="quiet" busy={state === 'coming'} onClick={onPress}>
        {state === 'failed' ? 'Subukan ulit' : 'Ipakita pa'}
      </Button>
    </div>
  )
}
