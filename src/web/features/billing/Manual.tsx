import { Link } from 'wouter'
import { plans, type Plan, pesos } from '../../../shared/plans.ts'
import { publicConfig } from '../../lib/config.ts'
import { wordsFor } from '../../lib/failure.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Page } from '../../ui/Page.tsx'
import { Paper } from '../../ui/Paper.tsx'
import { useProofs } from './billing.api.ts'
import { LatestProof } from './LatestProof.tsx'
import styles from './Manual.module.css'
import { PlanChoice } from './PlanChoice.tsx'
import { ProofForm } from './ProofForm.tsx'
import { QrPicture } from './QrPicture.tsx'
import { usePlan } from './use-plan.ts'

/** Manual payment: the QR, and the proof that it was paid. */
export function Manual() {
  const [plan, choose] = usePlan()
  const proofs = useProofs()
  const latest = proofs.data?.find((proof) => proof.plan === plan)
  const { manual } = publicConfig()
  return (
    <Page
      title="Manual na bayad"
      back={{ href: `/billing?plan=${plan}`, label: 'Billing at mga plan' }}
      lead="I-scan ang QR, magbayad sa GCash, Maya o bank app mo, tapos ipadala ang resibo."
      className={styles.page}
    >
      <PlanChoice plan={plan} onChange={choose} />
      {proofs.isError && (
        <Banner kind="error">
          <p>{wordsFor(proofs.error)}</p>
          <Button kind="plain" size="small" onClick={() => void proofs.refetch()}>
            Subukan ulit
          </Button>
        </Banner>
      )}
      {latest && <LatestProof proof={latest} />}
      <div className={styles.steps}>
        <Paper as="section" taped aria-labelledby="pay" className={styles.sheet}>
          <h2 id="pay">1. Bayaran ang {pesos(plans[plan].amount)}</h2>
          <QrPicture isTest={manual?.isTestQr ?? true} />
          {manual?.name && (
            <p className={styles.account}>
              Pangalan ng account: <strong>{manual.name}</strong>
              <span>Dapat ganito rin ang nasa app mo bago ka magbayad.</span>
            </p>
          )}
        </Paper>
        <Paper as="section" aria-labelledby="prove" className={styles.sheet}>
          <h2 id="prove" tabIndex={-1}>
            2. Ipadala ang proof
          </h2>
          <p>
            Screenshot o PDF ng resibo. Kita dapat ang halaga, petsa at reference number. Puwede mong takpan
            ang pangalan at balance mo.
          </p>
          <ProofForm plan={plan} latest={latest} />
          <p className={styles.soft}>
            Kami lang ang titingin, at buburahin namin ang file 90 araw matapos namin itong sagutin.
          </p>
        </Paper>
      </div>
      <Foot plan={plan} />
    </Page>
  )
}

/** The other way to pay, and help. */
function Foot({ plan }: { plan: Plan }) {
  const { links, features } = publicConfig()
  return (
    <footer className={styles.foot}>
      {features.payments !== 'off' && (
        <p>
          Mas gusto mo ng card o e‑wallet? <Link href={`/billing?plan=${plan}`}>Nasa Billing</Link>
        </p>
      )}
      {links.email && (
        <p>
          May tanong sa bayad? <a href={`mailto:${links.email}`}>{links.email}</a>
        </p>
      )}
      <p>
        <Link href="/billing/receipts">Mga bayad ko</Link>
      </p>
    </footer>
  )
}
