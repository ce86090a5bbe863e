import { queryOptions } from '@tanstack/react-query'
import { askAuth } from '../../lib/ask-auth.ts'
import { codeOf } from '../../lib/failure.ts'
import { auth } from '../../lib/supabase.ts'

/** A device on which the person is logged in. `device`: its browser and system, null for an unknown one. */
export type Device = {
  id: string
  device: string | null
  created_at: string
  last_seen_at: string
  is_current: boolean
}

const devicesKey = (userId: string) => ['sessions', userId] as const

export const devicesOf = (userId: string) =>
  queryOptions({
    queryKey: devicesKey(userId),
    queryFn: async ({ signal }) =>
      (await askAuth<{ sessions: Device[] }>('GET', '/sessions', { signal })).sessions,
    staleTime: 0,
  })

/** Logs the person out there. A session that has ended already is no error. */
export async function endDevice(id: string): Promise<void> {
  await askAuth('DELETE', `/sessions/${id}`).catch((error: unknown) => {
    if (codeOf(error) !== 'session_not_found') throw error
  })
}

/** Logs the person out on every other device. */
export async function endOthers(): Promise<void> {
  const { error } = await auth().signOut({ scope: 'others' })
  if (error) throw error
}
