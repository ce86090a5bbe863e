import type { User } from '@supabase/auth-js'
import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { UserProfile } from '../../../shared/rows.ts'
import { serverNow } from '../../lib/clock.ts'
import { queryClient } from '../../lib/query.ts'
import { personHere, useSession } from '../../lib/session.ts'
import { db } from '../../lib/supabase.ts'

export const profileKey = (userId: string) => ['user_profiles', userId] as const
/** Of limits.ts, whose code comes later. */
export const limitsKey = (userId: string) => ['limits', userId] as const

async function fetchProfile(userId: string): Promise<UserProfile | null> {
  const { data, error } = await db
    .from('user_profiles')
    .select(
      'id, email, codename, avatar_url, is_premium, premium_until, created_at, updated_at, invisible, saluhan, may_write',
    )
    .eq('id', userId)
    .maybeSingle()
    .throwOnError()
  if (error) throw error
  noteEnd(userId, data)
  return data
}

export const profileOf = (userId: string) =>
  queryOptions({ queryKey: profileKey(userId), queryFn: () => fetchProfile(userId) })

export function useProfile(): UseQueryResult<UserProfile | null> {
  const session = useSession()
  const userId = session.status === 'in' ? session.user.id : ''
  return useQuery({ ...profileOf(userId), enabled: userId !== '' })
}

/** Changes the person's row, and creates it right after sign-up. Throws the data layer's error. */
export async function changeProfile(
  user: User,
  changes: Partial<Pick<UserProfile, 'avatar_url' | 'invisible' | 'saluhan' | 'may_write'>>,
): Promise<void> {
  const change = () => db.from('user_profiles').update(changes).eq('id', user.id).select('id').throwOnError()
  if ((await change()).data.length > 0) return
  await db
    .from('user_profiles')
    .insert({ id: user.id, email: user.email ?? '', codename: null })
    .throwOnError()
  await change()
}

type Plan = Pick<UserProfile, 'is_premium' | 'premium_until'> | null | undefined

/** Milliseconds until Premium ends, by the server's clock. 0 without Premium. */
function premiumLeft(profile: Plan): number {
  if (!profile?.is_premium || !profile.premium_until) return 0
  return Math.max(0, Date.parse(profile.premium_until) - serverNow())
}

/** Premium needs the flag and a date ahead (specification 2, section 1). `app.is_premium` is the same rule. */
export const isPremium = (profile: Plan): boolean => premiumLeft(profile) > 0

let end: ReturnType<typeof setTimeout> | undefined
/** A browser's longest timer, ms. */
const longest = 2 ** 31 - 1

const refreshLimits = (userId: string) => queryClient.invalidateQueries({ queryKey: limitsKey(userId) })

/** Limits follow the plan: a payment, a refund, or its end on another device. */
function noteEnd(userId: string, profile: UserProfile | null): void {
  const held = queryClient.getQueryData<UserProfile | null>(profileKey(userId))
  if (held !== undefined && isPremium(held) !== isPremium(profile)) void refreshLimits(userId)
  awaitEnd(profile)
}

/** Premium ends by the clock, without an event. The page's one timer shows it at that moment. */
function awaitEnd(profile: UserProfile | null): void {
  clearTimeout(end)
  const left = premiumLeft(profile)
  if (left > 0) end = setTimeout(left > longest ? awaitEnd : endPremium, Math.min(left, longest), profile)
}

/** Shows the end also offline. A renewal that this page has not heard of shows with the answer. */
function endPremium({ id }: UserProfile): void {
  if (personHere() !== id) return
  queryClient.setQueryData<UserProfile | null>(
    profileKey(id),
    (held) => held && { ...held, is_premium: isPremium(held) },
  )
  void refreshLimits(id)
  void refreshProfile()
}

/** The profile has changed elsewhere, by a payment or its refund: screens ask for it again. */
export const refreshProfile = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: profileKey(personHere() ?? '') })

/** An event may have been missed: screens ask again unless they did a moment ago. */
export const catchUpProfile = (): Promise<void> =>
  queryClient.refetchQueries(
    { queryKey: profileKey(personHere() ?? ''), type: 'active', stale: true },
    { cancelRefetch: false },
  )
