import { isOffline, wordsFor } from '../../lib/failure.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Paper } from '../../ui/Paper.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './Diary.module.css'

export function LoadingDiary() {
  return (
    <div className={styles.loading}>
      <output className="visually-hidden">Binubuksan ang diary…</output>
      {Array.from({ length: 5 }, (_, row) => (
        <Skeleton key={row} className={styles.row} />
      ))}
    </div>
  )
}

export function EmptyDiary() {
  return (
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
        <p>Dito napupunta ang mga isinusulat mong para lang sa ’yo. Walang ibang makakabasa, kahit kailan.</p>
      </EmptyState>
    </Paper>
  )
}

/** The server's own words in red, and what to do about it. */
export function FailedDiary({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const offline = isOffline(error)
  return (
    <Paper>
      <EmptyState
        picture="📓"
        title={offline ? 'Walang internet' : 'Hindi mabuksan ang diary'}
        action={<Button onClick={onRetry}>Subukan ulit</Button>}
      >
        {offline ? (
          <p>Ligtas ang mga isinulat mo. Pag may signal ka na, subukan ulit.</p>
        ) : (
          <Banner kind="error">{wordsFor(error)}</Banner>
        )}
      </EmptyState>
    </Paper>
  )
}

export function OfflineDiary() {
  return (
    <Paper>
      <EmptyState picture="📶" title="Walang internet">
        <p>Ligtas ang mga isinulat mo. Pagbalik ng signal, bubukas ang diary nang kusa.</p>
      </EmptyState>
    </Paper>
  )
}
