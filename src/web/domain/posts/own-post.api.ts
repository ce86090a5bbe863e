import type { ContentWarning } from '../../../shared/content-warnings.ts'
import type { MoodValue } from '../../../shared/moods.ts'
import { codeOf, wordsFor } from '../../lib/failure.ts'
import { db } from '../../lib/supabase.ts'

export type PostChange = { content: string; mood: MoodValue; content_warning: ContentWarning | null }

/** Returns false for a deleted post. Rejects with the data layer's error. */
export async function changePost(id: string, change: PostChange): Promise<boolean> {
  const { data } = await db.from('public_posts').update(change).eq('id', id).select('id').throwOnError()
  return data.length > 0
}

/** Returns false when it was deleted before. Rejects with the data layer's error. */
export async function deletePost(id: string): Promise<boolean> {
  const { data } = await db.from('public_posts').delete().eq('id', id).select('id').throwOnError()
  return data.length > 0
}

/** The specification has words for an unknown mood. Any other error has the data layer's. */
export function wordsForChange(error: unknown): string {
  const isMood = codeOf(error) === '23514' && /\bmood\b|mood_check/.test(String(Object(error).message))
  return isMood ? 'Invalid mood' : wordsFor(error)
}
