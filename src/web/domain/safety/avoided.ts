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

/** All people whom the person has blocked or muted, for lists that are the same for everybody. */
export function useAvoided(isWanted = true): Avoided {
  const { id } = useUser()
  const hidden = useHidden()
  const { data } = useQuery({
    // A block or mute on any page of the person fetches again.
    queryKey: ['avoided', id, [...hidden]],
    queryFn: ({ signal }) => fetchAvoided(signal),
    placeholderData: keepPreviousData,
    enabled: isWanted,
  })
  return data ?? nobody
}
