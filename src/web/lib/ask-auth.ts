import { AuthApiError } from '@supabase/auth-js'
import { fetchAsMe } from './supabase.ts'

/** A call of /auth/v1 whose method the build leaves out of the client, or that the client lacks. Throws the server's refusal with its code. */
export async function askAuth<Answer>(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  { body, signal = null }: { body?: object; signal?: AbortSignal | null } = {},
): Promise<Answer> {
  const headers = { 'x-supabase-api-version': '2024-01-01', 'content-type': 'application/json' }
  const sent = body && { body: JSON.stringify(body) }
  const response = await fetchAsMe(`${location.origin}/auth/v1${path}`, { method, headers, signal, ...sent })
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return answer as Answer
  const { message = '', code } = (answer ?? {}) as { message?: string; code?: string }
  throw new AuthApiError(message, response.status, code)
}
