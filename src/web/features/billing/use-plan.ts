import { useLocation, useSearch } from 'wouter'
import { isPlan, type Plan } from '../../../shared/plans.ts'

/** The chosen plan stands in the address: a reload, the way back from a checkout and the other page keep it. */
export function usePlan(): [Plan, (plan: Plan) => void] {
  const [pathname, navigate] = useLocation()
  const asked = new URLSearchParams(useSearch()).get('plan')
  return [
    isPlan(asked) ? asked : 'premium_monthly',
    (plan) => navigate(`${pathname}?plan=${plan}`, { replace: true }),
  ]
}
