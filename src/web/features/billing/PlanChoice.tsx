import { plans, type Plan, pesos } from '../../../shared/plans.ts'
import styles from './PlanChoice.module.css'

const choices: { plan: Plan; label: string; note: string }[] = [
  { plan: 'premium_monthly', label: 'Monthly', note: `${pesos(plans.premium_monthly.amount)} sa 1 buwan` },
  { plan: 'premium_yearly', label: 'Yearly', note: 'Save 2 months' },
]

export function PlanChoice({
  plan,
  onChange,
  disabled = false,
}: {
  plan: Plan
  onChange: (plan: Plan) => void
  disabled?: boolean
}) {
  return (
    <fieldset className={styles.choice} disabled={disabled}>
      <legend className="visually-hidden">Gaano katagal na Premium?</legend>
      {choices.map((each) => (
        <label key={each.plan}>
          <input type="radio" name="plan" checked={each.plan === plan} onChange={() => onChange(each.plan)} />
          <span className={styles.name}>{each.label}</span>
          <span className={styles.note}>{each.note}</span>
        </label>
      ))}
    </fieldset>
  )
}
