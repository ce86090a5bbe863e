import { queryOptions } from '@tanstack/react-query'
import { auth, fetchAsMe } from '../../lib/supabase.ts'

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
    queryFn: async ({ signal }): Promise<Device[]> => {
      const response = await ask('', { signal })
      return ((await response.json()) as { sessions: Device[] }).sessions
    },
    staleTime: 0,
  })

/** Logs the person out there. A session that has ended meanwhile is as good. */
export async function endDevice(id: string): Promise<void> {
  await ask(`/${id}`, { method: 'DELETE' })
}

/** Logs the person out on every other device. */
export async function endOthers(): Promise<void> {
  const { error } = await auth().signOut({ scope: 'others' })
  if (error) throw error
}

async function ask(path: string, init: RequestInit): Promise<Response> {
  const headers = { 'x-supabase-api-version': '2024-01-01' }
  const response = await fetchAsMe(`${location.origin}/auth/v1/sessions${path}`, { ...init, headers })
  if (response.ok || (init.method === 'DELETE' && response.status === 404)) return response
  const { message } = (await response.json()) as { message?: string }
  throw new Error(message ?? '')
}
