import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Plan } from '../../../shared/plans.ts'
import { wordsFor } from '../../lib/failure.ts'
import { openCheckout } from './billing.api.ts'

/** Longest wait for the checkout's page, ms. Then the button can be pressed again, and the server answers the same checkout. */
const patience = 15_000

/** Opens a checkout in this tab. The button stays busy until the page is left, so a second press does nothing. */
export function useCheckout() {
  const isBusy = useRef(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()

  const put = (next: boolean) => {
    isBusy.current = next
    setBusy(next)
  }
  // The way back may show the page as it was left.
  const wake = useEffectEvent(({ persisted }: PageTransitionEvent) => persisted && put(false))
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => wake(event)
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])

  async function pay(plan: Plan, until: string | null) {
    if (isBusy.current) return
    put(true)
    setProblem(undefined)
    try {
      location.assign(await openCheckout(plan, until))
      setTimeout(put, patience, false)
    } catch (error) {
      setProblem(wordsFor(error, 'Something went wrong. Please try again.'))
      put(false)
    }
  }
  return { busy, problem, pay }
}
