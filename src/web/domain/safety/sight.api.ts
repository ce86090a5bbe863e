import { infiniteQueryOptions } from '@tanstack/react-query'
import type { PublicUserProfile } from '../../../shared/rows.ts'
import { queryClient } from '../../lib/query.ts'
import { unhide } from './sight.ts'
import { db } from '../../lib/supabase.ts'
import { nextPage, pageSize } from './pages.ts'

type List = 'user_blocks' | 'user_mutes'
type Face = Pick<PublicUserProfile, 'id' | 'codename' | 'avatar_url'>
export type Kept = { id: string; created_at: string } & (
  | { kind: 'person'; person: Face }
  | { kind: 'post'; post_id: string }
)
type Entry = { id: string; created_at: string; person_id: string | null; post_id: string | null }

export const keptOnes = (userId: string, list: List) =>
  infiniteQueryOptions({
    queryKey: [list, userId],
    queryFn: ({ pageParam, signal }) => fetchKept(list, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: nextPage,
    staleTime: 0,
  })

async function fetchKept(list: List, before: string | null, signal: AbortSignal): Promise<Kept[]> {
  const entries = await (list === 'user_blocks' ? fetchBlocks : fetchMutes)(before ?? 'infinity', signal)
  const ids = entries.flatMap(({ person_id }) => person_id ?? [])
  const faces = new Map((await fetchFaces(ids, signal)).map((face) => [face.id, face]))
  return entries.map(({ id, created_at, person_id, post_id }) =>
    post_id === null
      ? { id, created_at, kind: 'person', person: faces.get(person_id ?? '') ?? nobody(person_id) }
      : { id, created_at, kind: 'post', post_id },
  )
}

async function fetchBlocks(before: string, signal: AbortSignal): Promise<Entry[]> {
  const { data } = await db
    .from('user_blocks')
    .select('id, created_at, blocked_id')
    .lt('created_at', before)
    .order('created_at', { ascending: false })
    .limit(pageSize)
    .abortSignal(signal)
    .throwOnError()
  return data.map(({ blocked_id, ...row }) => ({ ...row, person_id: blocked_id, post_id: null }))
}

async function fetchMutes(before: string, signal: AbortSignal): Promise<Entry[]> {
  const { data } = await db
    .from('user_mutes')
    .select('id, created_at, muted_id, post_id')
    .lt('created_at', before)
    .order('created_at', { ascending: false })
    .limit(pageSize)
    .abortSignal(signal)
    .throwOnError()
  return data.map(({ muted_id, ...row }) => ({ ...row, person_id: muted_id }))
}

async function fetchFaces(ids: string[], signal: AbortSignal): Promise<Face[]> {
  if (ids.length === 0) return []
  const { data } = await db
    .from('public_user_profiles')
    .select('id, codename, avatar_url')
    .in('id', ids)
    .abortSignal(signal)
    .throwOnError()
  return data
}

/** An account may lack a profile. */
const nobody = (id: string | null): Face => ({ id: id ?? '', codename: null, avatar_url: null })

/** Cached answers of these queries lack the people and posts that return. */
const others = ['wall_posts', 'wall_post', 'unanswered_posts']

/** Makes a person or a post visible again. Rejects with the data layer's error. */
export async function bringBack(list: List, kept: Kept): Promise<void> {
  await db.from(list).delete().eq('id', kept.id).throwOnError()
  unhide(kept.kind === 'person' ? kept.person.id : kept.post_id)
  await Promise.all([
    ...others.map((key) => queryClient.resetQueries({ queryKey: [key] })),
    queryClient.invalidateQueries({ queryKey: [list] }),
  ])
}
