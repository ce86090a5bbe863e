import { exactDay } from '../../../shared/relative-time.ts'
import { pesos } from '../../../shared/plans.ts'
import { isOffline, wordsFor } from '../../lib/failure.ts'
import { useUser } from '../../lib/session.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { NoSignal } from '../../ui/NoSignal.tsx'
import { Page } from '../../ui/Page.tsx'
import { Paper } from '../../ui/Paper.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { usePayments, useProofs } from './billing.api.ts'
import { receiptsOf, states, type Receipt } from './receipts.ts'
import styles from './Receipts.module.css'

/** "Mga bayad ko": every payment of the person, plain enough to print. */
export function Receipts() {
  const payments = usePayments()
  const proofs = useProofs()
  const isReady = payments.data !== undefined && proofs.data !== undefined
  const error = payments.error ?? proofs.error
  const list = isReady ? receiptsOf(payments.data, proofs.data) : []
  const retry = () => void Promise.all([payments.refetch(), proofs.refetch()])
  return (
    <Page
      title="Mga bayad ko"
      back={{ href: '/billing', label: 'Billing at mga plan' }}
      actions={
        list.length > 0 && (
          <Button kind="quiet" size="small" onClick={() => print()}>
            I-print
          </Button>
        )
      }
    >
      {isReady ? (
        <List list={list} />
      ) : error && isOffline(error) ? (
        <NoSignal what="ang listahan" onRetry={retry} />
      ) : error ? (
        <Banner kind="error">
          <p>{wordsFor(error)}</p>
          <Button kind="plain" size="small" onClick={retry}>
            Subukan ulit
          </Button>
        </Banner>
      ) : (
        <Paper>
          <Skeleton className={styles.bone} lines={4} />
        </Paper>
      )}
    </Page>
  )
}

function List({ list }: { list: Receipt[] }) {
  const { email } = useUser()
  if (list.length === 0)
    return (
      <EmptyState
        picture="🧾"
        title="Wala ka pang bayad"
        action={
          <LinkButton href="/billing" kind="quiet">
            Tingnan ang mga plan
          </LinkButton>
        }
      >
        <p>At ayos lang ’yan. Lalabas dito ang bawat bayad mo, kung sakali.</p>
      </EmptyState>
    )
  return (
    <Paper className={styles.sheet}>
      <p className={styles.printed}>Emote: mga bayad ni {email}</p>
      <ul className={`bare-list ${styles.list}`}>
        {list.map((receipt) => (
          <Row key={receipt.id} receipt={receipt} />
        ))}
      </ul>
      <p className={styles.note}>Talaan ito ng mga bayad mo, hindi official receipt ng BIR.</p>
    </Paper>
  )
}

function Row({ receipt: { id, at, what, amount, way, state, reason } }: { receipt: Receipt }) {
  const { words, mark } = states[state]
  return (
    <li className={styles.row}>
      <p className={styles.what}>
        <strong>{what}</strong>
        <strong>{pesos(amount)}</strong>
      </p>
      <p className={styles.how}>
        <span>
          <time dateTime={at}>{exactDay(at)}</time> · {way}
        </span>
        <span className={styles.state} data-mark={mark}>
          {words}
        </span>
      </p>
      {reason && (
        <p className={styles.reason} dir="auto">
          Dahilan: {reason}
        </p>
      )}
      <p className={styles.number}>No. {id}</p>
    </li>
  )
}
