import * as v from 'valibot'
import type { Claims } from '../db/door.ts'
import type { Metadata } from '../files/keep.ts'
import { count, readBody, word } from './body.ts'
import type { Call, Tools } from './call.ts'
import { findBucket, readVisible } from './objects.ts'
import { answerJson } from './respond.ts'

const question = v.strictObject({
  prefix: v.optional(word, ''),
  limit: v.optional(count(1_000), 100),
  offset: v.optional(count(100_000), 0),
  search: v.optional(word, ''),
  sortBy: v.optional(
    v.strictObject({
      column: v.optional(v.picklist(['name', 'created_at', 'updated_at', 'last_accessed_at']), 'name'),
      order: v.optional(v.picklist(['asc', 'desc']), 'asc'),
    }),
    {},
  ),
  // There are no versions. Only the client's default is accepted.
  noncurrentVersions: v.optional(v.literal('exclude')),
  deleteMarkers: v.optional(v.literal('exclude')),
  exactMatch: v.optional(v.literal(false)),
})

type Entry = {
  name: string
  /** This and the fields below are null for folders. */
  id: string | null
  updated_at: Date | null
  created_at: Date | null
  last_accessed_at: Date | null
  metadata: Metadata | null
}

/** The files and folders of one folder that the policies show. */
export async function listObjects({ db }: Tools, { request, claims, bucket }: Call): Promise<Response> {
  const { prefix, limit, offset, search, sortBy } = await readBody(request, question)
  await findBucket(db, claims, bucket)
  const folder = prefix.replace(/^\/+|\/+$/g, '')
  const entries = await readVisible<Entry>(db, claims, {
    text: listStatement(sortBy.column, sortBy.order),
    values: [bucket, ...rangeOf(folder, claims), search, limit, offset],
  })
  return answerJson(entries)
}

/**
 * All keys inside a folder lie from `folder/` to before `folder0` (0 follows `/`). Every key lies before `~`. A person sees files of their
 * own folder only, so the walk begins and ends there: files of talks, which lie in no folder, are not walked.
 */
function rangeOf(folder: string, { role, sub }: Claims): [prefix: string, start: string, before: string] {
  const [prefix, before] = folder === '' ? ['', '~'] : [`${folder}/`, `${folder}0`]
  if (role !== 'authenticated' || !sub) return [prefix, prefix, before]
  const [first, last] = [`${sub}/`, `${sub}0`]
  return [prefix, prefix > first ? prefix : first, before < last ? before : last]
}

const nextObject = `select o.name, o.id, o.updated_at, o.created_at, o.metadata, substr(o.name, length($2) + 1) as rest
  from storage.objects o where o.bucket_id = $1 and o.name collate "C" < $4 and o.name collate "C" >=`
const inOrder = 'order by o.name collate "C" limit 1'

type Column = 'name' | 'created_at' | 'updated_at' | 'last_accessed_at'

/**
 * Walks the index from entry to entry and skips the content of folders, so the cost of a page depends on its length only. Ordered by name,
 * the walk stops at the end of the page. Other orders read the whole folder.
 */
function listStatement(column: Column, order: 'asc' | 'desc'): string {
  const value = column === 'name' ? '' : `${column} ${order} nulls ${order === 'asc' ? 'first' : 'last'}, `
  const sorting = column === 'name' && order === 'asc' ? '' : `order by ${value}place ${order}`
  return `with recursive walk as (
    (${nextObject} $3::text ${inOrder})
    union all
    select next.* from walk, lateral (
      ${nextObject} case when position('/' in walk.rest) = 0 then walk.name || ' '
        else $2 || split_part(walk.rest, '/', 1) || '0' end ${inOrder}
    ) next
  ), entries as (
    select split_part(rest, '/', 1) as name, position('/' in rest) = 0 as is_file, id, updated_at, created_at, metadata from walk
  ), shown as (
    select name, case when is_file then name else name || '/' end collate "C" as place, case when is_file then id end as id,
      case when is_file then updated_at end as updated_at, case when is_file then created_at end as created_at,
      case when is_file then updated_at end as last_accessed_at, case when is_file then metadata end as metadata
    from entries where starts_with(lower(name), lower($5))
  ) select name, id, updated_at, created_at, last_accessed_at, metadata from shown ${sorting} limit $6 offset $7`
}
