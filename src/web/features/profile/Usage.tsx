import { isAlmostUsed, leftOf, type Limit } from '../../../shared/plans.ts'
import { useLimits } from '../../domain/person/limits.ts'
import { wordsFor } from '../../lib/failure.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { Paper } from '../../ui/Paper.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { UsageBar } from '../../ui/UsageBar.tsx'
import styles from './Usage.module.css'

const day = new Intl.DateTimeFormat('fil-PH', { month: 'long', day: 'numeric' })
const moment = new Intl.DateTimeFormat('fil-PH', { weekday: 'long', hour: 'numeric', minute: '2-digit' })

/** What a free account has used and has left, in the numbers of the dialogs. Premium has no such limits. */
export function Usage({ isFree }: { isFree: boolean }) {
  const { data: limits, error, isPaused, refetch } = useLimits(isFree)
  if (!isFree || limits?.is_premium) return null
  return (
    <Paper as="section" className={styles.sheet} aria-labelledby="usage">
      <div>
        <h2 id="usage">Gamit at limit</h2>
        <p className={styles.note}>{limits ? windowWords(limits.days) : ' '}</p>
      </div>
      {isPaused && !limits && <Banner kind="note">Lalabas ito pag may signal na.</Banner>}
      {error && !limits && (
        <Banner kind="error">
          <p>{wordsFor(error)}</p>
          <Button kind="plain" size="small" onClick={() => void refetch()}>
            Subukan ulit
          </Button>
        </Banner>
      )}
      {limits ? (
        <>
          <Bar label="AI Refinements" limit={limits.refinement} tell={day} />
          <Bar label="Emi Messages" limit={limits.emi} tell={day} />
          <Bar label="Files today" limit={limits.upload} tell={moment} />
        </>
      ) : (
        !error &&
        !isPaused && (
          <>
            <Skeleton className={styles.bone} />
            <Skeleton className={styles.bone} />
            <Skeleton className={styles.bone} />
          </>
        )
      )}
      <div className={styles.upgrade}>
        <p>Sapat na ang libre para magsulat araw-araw. Kung gusto mo ng walang limit, may Premium.</p>
        <LinkButton href="/billing-manual" kind="quiet" size="small" icon="sparkle">
          Tungkol sa Premium
        </LinkButton>
      </div>
    </Paper>
  )
}

type BarProps = { label: string; limit: Limit; tell: Intl.DateTimeFormat }

function Bar({ label, limit, tell }: BarProps) {
  const left = leftOf(limit)
  if (limit.cap === null || left === undefined) return null
  return (
    <UsageBar label={label} used={limit.used} cap={limit.cap} warns={isAlmostUsed(limit)}>
      {left > 0 ? `${left} pa ang natitira` : 'Ubos na muna.'}
      {limit.next_at !== null && ` May babalik sa ${tell.format(new Date(limit.next_at))}.`}
    </UsageBar>
  )
}

const windowWords = (days: number) =>
  days > 0
    ? `Bilang ng huling ${days} araw; sa files, ng huling 24 oras.`
    : 'Bilang mula sa simula; sa files, ng huling 24 oras.'
