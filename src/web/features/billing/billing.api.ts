import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ManualPayment, Payment } from '../../../shared/rows.ts'
import type { Plan } from '../../../shared/plans.ts'
import { refusalIn } from '../../lib/failure.ts'
import { follow } from '../../lib/live.ts'
import { queryClient } from '../../lib/query.ts'
import { useUser } from '../../lib/session.ts'
import { db, invoke } from '../../lib/supabase.ts'

/**
 * Asks for a checkout and returns its address. `until`: the end of the Premium that the person has, so that the way back knows a longer one
 * when it sees it.
 */
export async function openCheckout(plan: Plan, until: string | null): Promise<string> {
  const back = (state: string) => `${location.origin}/billing?state=${state}&plan=${plan}`
  const from = until === null ? '' : `&from=${Date.parse(until)}`
  const { status, body } = await invoke('paymongo-create-session', {
    plan,
    successUrl: back('success') + from,
    cancelUrl: back('cancel'),
  })
  const { checkout_url: address }: { checkout_url?: unknown } = Object(body)
  if (status >= 400) throw new Error(refusalIn(body) || `Failed to create payment session (${status})`)
  if (typeof address !== 'string' || !isPage(address)) throw new Error('Missing checkout URL from server')
  return address
}

/** The test checkout is a page of this origin, and any other has TLS. */
function isPage(address: string): boolean {
  if (!URL.canParse(address, location.origin)) return false
  const { protocol, origin } = new URL(address, location.origin)
  return protocol === 'https:' || origin === location.origin
}

export const proofsKey = (userId: string) => ['manual_payments', userId] as const

const proofColumns = 'id, plan, amount, status, reason, created_at, decided_at'
export type Proof = Pick<
  ManualPayment,
  'id' | 'plan' | 'amount' | 'status' | 'reason' | 'created_at' | 'decided_at'
>

/** The person's manual payments, newest first. A decision shows at once. */
export function useProofs(): UseQueryResult<Proof[]> {
  const { id } = useUser()
  useEffect(() => {
    const ask = () => void queryClient.invalidateQueries({ queryKey: proofsKey(id) })
    let isNew = true
    return follow(`user-notifications-${id}`, {
      private: true,
      patient: true,
      events: { payment_notice: ask },
      caughtUp() {
        // The page's own answer is as new as its first subscription.
        if (!isNew) ask()
        isNew = false
      },
    })
  }, [id])
  return useQuery({
    queryKey: proofsKey(id),
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('manual_payments')
        .select(proofColumns)
        .order('created_at', { ascending: false })
        .limit(200)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
    // The event of a decision may be missed.
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'pending') ? 60_000 : false),
  })
}

/** Whether a proof for this plan waits for its decision. */
export async function hasPendingProof(userId: string, plan: Plan): Promise<boolean> {
  const { data } = await db
    .from('manual_payments')
    .select('id')
    .eq('user_id', userId)
    .eq('plan', plan)
    .eq('status', 'pending')
    .limit(1)
    .throwOnError()
  return data.length > 0
}

export type CheckoutRow = Pick<
  Payment,
  'id' | 'plan' | 'amount' | 'provider' | 'status' | 'method' | 'created_at' | 'paid_at'
>

/** The person's checkouts, newest first. */
export function usePayments(): UseQueryResult<CheckoutRow[]> {
  const { id } = useUser()
  return useQuery({
    queryKey: ['payments', id],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('payments')
        .select('id, plan, amount, provider, status, method, created_at, paid_at')
        .order('created_at', { ascending: false })
        .limit(200)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
  })
}
