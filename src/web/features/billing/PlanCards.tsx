import type { ReactNode } from 'react'
import { sizeWords } from '../../../shared/file-size.ts'
import { freeLimits, plans, premiumLimits, type Plan, pesos } from '../../../shared/plans.ts'
import { publicConfig } from '../../lib/config.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Paper } from '../../ui/Paper.tsx'
import { PremiumBadge } from '../../ui/PremiumBadge.tsx'
import styles from './PlanCards.module.css'

const { premium_monthly: monthly, premium_yearly: yearly } = plans
/** Percent that a year costs less than twelve months. */
const saving = Math.round((1 - yearly.amount / (12 * monthly.amount)) * 100)
const notes: Record<Plan, string> = {
  premium_monthly: 'sa 1 buwan',
  premium_yearly: `sa 12 buwan · ${pesos(yearly.amount / 12)} kada buwan, mga ${saving}% na tipid`,
}

/** `children`: the ways to pay. */
export function PremiumCard({
  plan,
  isCurrent,
  children,
}: {
  plan: Plan
  isCurrent: boolean
  children: ReactNode
}) {
  return (
    <Paper as="section" taped aria-labelledby="premium" className={styles.card}>
      <h2 id="premium" className={styles.title}>
        Premium <PremiumBadge />
        {isCurrent && <Current />}
      </h2>
      <p className={styles.price}>
        <strong>{pesos(plans[plan].amount)}</strong> <span>{notes[plan]}</span>
        {plan === 'premium_yearly' && <span className={styles.save}>Save 2 months</span>}
      </p>
      <Points
        points={[
          'Walang limit na AI Refine at usapan kay Emi',
          `Files hanggang ${sizeWords(premiumLimits.uploadBytes)}, walang limit kada araw`,
          'Gumawa ng sarili mong polls',
          'Korona sa tabi ng codename mo',
        ]}
      />
      <div className={styles.ways}>{children}</div>
    </Paper>
  )
}

export function FreeCard({ isCurrent }: { isCurrent: boolean }) {
  const { quotaDays = 30 } = publicConfig().limits
  const window = quotaDays === 0 ? 'sa kabuuan' : `kada ${quotaDays} araw`
  return (
    <Paper as="section" aria-labelledby="free" className={styles.card}>
      <h2 id="free" className={styles.title}>
        Free {isCurrent && <Current />}
      </h2>
      <p className={styles.price}>
        <strong>₱0</strong> <span>habambuhay</span>
      </p>
      <Points
        points={[
          'Lahat ng pader, diary, Tambayan at mensahe',
          `${freeLimits.refinements} AI Refine at ${freeLimits.emi} sagot ni Emi ${window}`,
          `Files hanggang ${sizeWords(freeLimits.uploadBytes)}, ${freeLimits.uploadsADay} sa 24 oras`,
          'Bumoto sa lahat ng polls',
        ]}
      />
      <p className={styles.note}>Laging libre ang maglabas ng nararamdaman, at ang humingi ng tulong.</p>
    </Paper>
  )
}

const Current = () => <span className={styles.current}>Plan mo ngayon</span>

function Points({ points }: { points: string[] }) {
  return (
    <ul className={`bare-list ${styles.points}`}>
      {points.map((point) => (
        <li key={point}>
          <Icon name="check" size={20} /> {point}
        </li>
      ))}
    </ul>
  )
}
