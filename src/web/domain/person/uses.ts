import { db } from '../../lib/supabase.ts'

export type Uses = {
  left: number
  /** Set when no use is left: the time when the next one comes back. Absent when uses never expire. */
  back?: Date
}

/** The uses that a free person has left. One row is one use and counts for `days` days; 0 means for ever. */
export async function fetchUses(
  table: 'usage_ai_refinements' | 'usage_emi_messages',
  cap: number,
  days: number,
): Promise<Uses> {
  const window = days * 86_400_000
  const since = days > 0 ? new Date(Date.now() - window) : new Date(0)
  const { data } = await db
    .from(table)
    .select('created_at')
    .gt('created_at', since.toISOString())
    .order('created_at', { ascending: false })
    .limit(cap)
    .throwOnError()
  const left = cap - data.length
  const last = data.at(-1)
  if (left > 0 || days === 0 || !last) return { left }
  return { left, back: new Date(Date.parse(last.created_at) + window) }
}
