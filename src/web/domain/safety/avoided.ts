import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useUser } from '../../lib/session.ts'
import { db } from '../../lib/supabase.ts'
import { useHidden } from './sight.ts'

type Avoided = { blocked: ReadonlySet<string>; muted: ReadonlySet<string> }
const nobody: Avoided = { blocked: new Set(), muted: new Set() }

async function fetchAvoided(signal: AbortSignal): Promise<Avoided> {
  const [blocks, mutes] = await Promise.all([
    db.from('user_blocks').select('blocked_id').abortSignal(signal).throwOnError(),
    db.from('user_mutes').select('muted_id').abortSignal(signal).throwOnError(),
  ])
  return {
    blocked: new Set(blocks.data.map(({ blocked_id: id }) => id)),
    muted: new Set(mutes.data.flatMap(({ muted_id: id }) => id ?? [])),
  }
}

/** Whom the person blocked or muted at any time, for lists that the server makes for everybody. */
export function useAvoided(): Avoided {
  const { id } = useUser()
  const hidden = useHidden()
  const { data } = useQuery({
    // A change on any page of the person is asked for again.
    queryKey: ['avoided', id, [...hidden]],
    queryFn: ({ signal }) => fetchAvoided(signal),
    placeholderData: keepPreviousData,
  })
  return data ?? nobody
}
