import { careMs } from '../../../shared/emi.ts'
import { refusalIn } from '../../lib/failure.ts'
import { db, invoke } from '../../lib/supabase.ts'

/** Longest wait for an answer, ms: a long talk is erased in parts. */
const patience = 30_000

/** When the person's care mode began. Null when it is off. */
export async function fetchCareSince(userId: string): Promise<string | null> {
  const { data } = await db
    .from('emi_care')
    .select('since')
    .eq('user_id', userId)
    .maybeSingle()
    .throwOnError()
  return data && Date.now() - Date.parse(data.since) < careMs ? data.since : null
}

/** Erases the whole talk with Emi and all else that she keeps. Rejects with words for the person, or with the client's error. */
export async function forgetEmi(): Promise<void> {
  const { status, body } = await invoke('forget-emi', {}, AbortSignal.timeout(patience))
  if (status === 200) return
  throw new Error((status < 500 && refusalIn(body)) || 'Hindi nabura. Subukan ulit mamaya.')
}
