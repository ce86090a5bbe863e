import { queryOptions } from '@tanstack/react-query'
import type { MoodValue } from '../../../shared/moods.ts'
import { db } from '../../lib/supabase.ts'

/** One is picked at random from the posts that waited longest, so that readers get different ones. */
const among = 10
/** Longest time that the wall waits for it, ms. */
const patience = 3000

/** A post of this wall without a reply for some hours, or null. One a visit. */
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
    // A later answer would shift the wall.
    retry: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })

export type Unanswered = NonNullable<
  Awaited<ReturnType<NonNullable<ReturnType<typeof unanswered>['queryFn']>>>
>
