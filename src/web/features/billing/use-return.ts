import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { isPremium, useProfile } from '../../domain/person/profile.ts'
import type { Plan } from '../../../shared/plans.ts'

/** Times of specification 2, section 9, ms. */
const pause = 2_000
const tries = 8
const stays = { premium: 10_000, canceled: 5_000 } as const

export type Phase = 'none' | 'processing' | 'premium' | 'late' | 'canceled'

const phaseOf = (state: string | null): Phase =>
  state === 'success' ? 'processing' : state === 'cancel' ? 'canceled' : 'none'

/**
 * The way back from a checkout. The address proves nothing: only the profile says that somebody is Premium. `state` stays in the address
 * until then, so a reload looks again.
 */
export function useReturn(plan: Plan): { phase: Phase; lookAgain: () => void } {
  const [, navigate] = useLocation()
  const query = new URLSearchParams(useSearch())
  const [phase, setPhase] = useState(() => phaseOf(query.get('state')))
  // The end of an earlier Premium: a later one is news.
  const [from] = useState(() => Number(query.get('from')) || 0)
  const { data: profile, refetch } = useProfile()
  const isPaid = isPremium(profile) && Date.parse(profile?.premium_until ?? '') > from

  useEffect(() => {
    if (phase !== 'processing') return undefined
    let timer: ReturnType<typeof setTimeout>
    let isLeft = false
    const look = (left: number) =>
      void refetch().then(() => {
        if (isLeft) return
        if (left === 1) setPhase('late')
        else timer = setTimeout(look, pause, left - 1)
      })
    look(tries)
    return () => {
      isLeft = true
      clearTimeout(timer)
    }
  }, [phase, refetch])

  const isWaiting = phase === 'processing' || phase === 'late'
  if (isWaiting && isPaid) setPhase('premium')

  const isOver = phase === 'premium' || phase === 'canceled'
  const clearAddress = useEffectEvent(() => navigate(`/billing?plan=${plan}`, { replace: true }))
  useEffect(() => {
    if (isOver) clearAddress()
  }, [isOver])

  useEffect(() => {
    if (phase !== 'premium' && phase !== 'canceled') return undefined
    const timer = setTimeout(setPhase, stays[phase], 'none')
    return () => clearTimeout(timer)
  }, [phase])

  return { phase, lookAgain: () => setPhase('processing') }
}
