import type { User } from '@supabase/auth-js'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { UserProfile } from '../../../shared/rows.ts'
import { useSession } from '../../lib/session.ts'
import { db } from '../../lib/supabase.ts'

export const profileKey = (userId: string) => ['user_profiles', userId] as const

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
  return data
}

export function useProfile(): UseQueryResult<UserProfile | null> {
  const session = useSession()
  const userId = session.status === 'in' ? session.user.id : ''
  return useQuery({
    queryKey: profileKey(userId),
    queryFn: () => fetchProfile(userId),
    enabled: userId !== '',
  })
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

/** Premium needs the flag and a date ahead (specification 2, section 1). */
export function isPremium(
  profile: Pick<UserProfile, 'is_premium' | 'premium_until'> | null | undefined,
): boolean {
  return Boolean(
    profile?.is_premium && profile.premium_until && Date.parse(profile.premium_until) > Date.now(),
  )
}
