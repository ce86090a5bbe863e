import { infiniteQueryOptions } from '@tanstack/react-query'
import type { ReportedItemType, ReportReason } from '../../../shared/reports.ts'
import type { Report } from '../../../shared/rows.ts'
import { isOffline, noAnswerWords } from '../../lib/failure.ts'
import { queryClient } from '../../lib/query.ts'
import { db, invoke } from '../../lib/supabase.ts'
import { nextPage, pageSize } from './pages.ts'

// Words of specification 2, section 8.
export const signedOutWords = 'You must be logged in to submit a report.'
const unexpectedWords = 'An unexpected error occurred.'
const failedWords = 'Failed to submit report.'

type NewReport = {
  reported_item_type: ReportedItemType
  reported_item_id: string
  reason: ReportReason
  details: string
  reporter_id: string
}
export type Outcome = { sent: boolean; words: string; hint?: string }

/** Sends a report and returns words for the person, the server's where it has any. Never rejects. */
export async function submitReport(report: NewReport): Promise<Outcome> {
  try {
    const { status, body } = await invoke('submit-report', report)
    const said: { success?: unknown; message?: unknown; error?: unknown } = Object(body)
    if (said.success !== true)
      return { sent: false, words: wordsIn(said.error) ?? (status === 401 ? signedOutWords : failedWords) }
    void queryClient.invalidateQueries({ queryKey: ['reports'] })
    return { sent: true, words: wordsIn(said.message) ?? 'Salamat. Titingnan namin ito.' }
  } catch (error) {
    return { sent: false, words: unexpectedWords, ...(isOffline(error) && { hint: noAnswerWords() }) }
  }
}

const wordsIn = (said: unknown) => (typeof said === 'string' && said !== '' ? said : undefined)

export type MyReport = Pick<Report, 'id' | 'reported_item_type' | 'reason' | 'status' | 'created_at'>

export const myReports = (userId: string) =>
  infiniteQueryOptions({
    queryKey: ['reports', userId],
    queryFn: async ({ pageParam, signal }): Promise<MyReport[]> => {
      let query = db.from('reports').select('id, reported_item_type, reason, status, created_at')
      if (pageParam !== null) query = query.lt('created_at', pageParam)
      const { data } = await query
        .order('created_at', { ascending: false })
        .limit(pageSize)
        .abortSignal(signal)
        .throwOnError()
      return data
    },
    initialPageParam: null as string | null,
    getNextPageParam: nextPage,
    // A moderator changes their status.
    staleTime: 0,
  })
