import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { Limit, Limits } from '../../../shared/plans.ts'
import { limitsKey } from './profile.ts'
import { refusalIn } from '../../lib/failure.ts'
import { queryClient } from '../../lib/query.ts'
import { personHere, useUser } from '../../lib/session.ts'
import { fetchAsMe } from '../../lib/supabase.ts'

type LimitKind = 'refinement' | 'emi' | 'upload'

/** The caps and uses of the person, in the server's count: the profile, the dialogs and the talks show the same numbers. */
export const limitsOf = (userId: string) =>
  queryOptions({
    queryKey: limitsKey(userId),
    queryFn: ({ signal }) => fetchLimits(signal),
    // Another device may use them too.
    staleTime: 0,
  })

export function useLimits(enabled = true): UseQueryResult<Limits> {
  const { id } = useUser()
  return useQuery({ ...limitsOf(id), enabled })
}

async function fetchLimits(signal: AbortSignal): Promise<Limits> {
  const response = await fetchAsMe(`${location.origin}/functions/v1/my-limits`, { signal })
  const body = (await response.json()) as { limits?: Limits }
  if (!body.limits) throw new Error(refusalIn(body))
  return body.limits
}

/** An answer told how many uses are left. Only the server knows when the next one comes back, so the last use asks again. */
export function noteLeft(kind: LimitKind, left: number): void {
  const queryKey = limitsKey(personHere() ?? '')
  queryClient.setQueryData<Limits>(
    queryKey,
    (held) => held && { ...held, [kind]: withLeft(held[kind], left) },
  )
  if (left === 0) void queryClient.invalidateQueries({ queryKey })
}

const withLeft = (limit: Limit, left: number): Limit =>
  limit.cap === null ? limit : { ...limit, used: limit.cap - left }
