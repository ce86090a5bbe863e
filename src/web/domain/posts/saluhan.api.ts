import { queryOptions } from '@tanstack/react-query'
import type { MoodValue } from '../../../shared/moods.ts'
import { db } from '../../lib/supabase.ts'

/** One is picked from as many that have waited longest: not everybody gets the same. */
const among = 10
/** Longest wait of the wall for it, ms. */
const patience = 3000

/** A post of this wall that nobody has answered for some hours, null when there is none. One a visit. */
export const unanswered = (mood: MoodValue, visit: string) =>
  queryOptions({
    queryKey: ['unanswered_posts', mood, visit],
    queryFn: async () => {
      const { data } = await db
        .from('unanswered_posts')
        .select('id, user_id, codename, content, content_warning')
        .eq('mood', mood)
        .order('created_at')
        .limit(among)
        .abortSignal(AbortSignal.timeout(patience))
        .throwOnError()
      return data[Math.floor(Math.random() * data.length)] ?? null
    },
    staleTime: Infinity,
    // A later answer would move the wall.
    retry: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })

export type Unanswered = NonNullable<
  Awaited<ReturnType<NonNullable<ReturnType<typeof unanswered>['queryFn']>>>
>
