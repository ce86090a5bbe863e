import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { PublicUserProfile } from '../../../shared/rows.ts'
import { db } from '../../lib/supabase.ts'

type Face = Pick<PublicUserProfile, 'id' | 'codename' | 'avatar_url' | 'is_premium'>

/** Another person's codename, picture and badge of now; null when there is no such profile. */
export const useFace = (userId: string): UseQueryResult<Face | null> =>
  useQuery({
    queryKey: ['face', userId],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('public_user_profiles')
        .select('id, codename, avatar_url, is_premium')
        .eq('id', userId)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })
