import { useEffect } from 'react'
import { freeLimits, isAlmostUsed, leftOf, type Limit } from '../../../../shared/plans.ts'
import { noteLeft, useLimits } from '../../../domain/person/limits.ts'
import { isPremium, useProfile } from '../../../domain/person/profile.ts'

export type Left = { left: number; back: string | null }

/** The free answers that are left, when they are few. `told`: the number in the last answer. */
export function useLeft(told: number | undefined, isPrivate: boolean): Left | undefined {
  const { data: profile, isPending } = useProfile()
  const isFree = !isPending && !isPremium(profile)
  const { data: limits } = useLimits(isFree && (told === undefined ? isPrivate : told === 0))
  // The profile shows the same number.
  useEffect(() => {
    if (told !== undefined) noteLeft('emi', told)
  }, [told])
  const limit = limits?.emi ?? (told === undefined ? undefined : toLimit(told))
  // In General only her answer tells it.
  const isShown = isFree && (isPrivate || told !== undefined)
  if (!isShown || !limit || !isAlmostUsed(limit)) return undefined
  return { left: leftOf(limit) ?? 0, back: limit.next_at }
}

const toLimit = (left: number): Limit => ({ used: freeLimits.emi - left, cap: freeLimits.emi, next_at: null })
