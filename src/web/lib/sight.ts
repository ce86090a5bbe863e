import type { PostgrestError } from '@supabase/postgrest-js'
import { useSyncExternalStore } from 'react'
import { codeOf } from './failure.ts'
import { onSessionChange } from './session.ts'
import { db } from './supabase.ts'

const fullWords = 'Puno na ang listahan mo ng naka-block at naka-mute. Magbawas muna sa Profile.'

/**
 * People and posts that were blocked, muted or hidden since this page was loaded. The server leaves them out of every answer from then
 * on; what is on the screen already is taken off by this.
 */
let hidden: ReadonlySet<string> = new Set()
const listeners = new Set<() => void>()

function put(next: ReadonlySet<string>) {
  hidden = next
  for (const listener of listeners) listener()
}

/** Takes a person (by id) or a post off the screen. */
export const hide = (id: string): void => put(new Set([...hidden, id]))

/** Lets them be seen again. */
export const unhide = (id: string): void => put(new Set([...hidden].filter((other) => other !== id)))

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The ids that are out of sight; ask it about a post's id and about its author's. */
export function useHidden(): ReadonlySet<string> {
  return useSyncExternalStore(
    subscribe,
    () => hidden,
    () => hidden,
  )
}

/** Neither of the two sees the other any more. Throws the data error, or an Error with our words when the list is full. */
export async function blockPerson(id: string): Promise<void> {
  const { error } = await db.from('user_blocks').insert({ blocked_id: id })
  settle(id, error)
}

/** The person is out of my sight only. Throws as `blockPerson`. */
export async function mutePerson(id: string): Promise<void> {
  const { error } = await db.from('user_mutes').insert({ muted_id: id })
  settle(id, error)
}

/** A post, out of my sight only: for one without a codename, which follows nobody. Throws as `blockPerson`. */
export async function hidePost(id: string): Promise<void> {
  const { error } = await db.from('user_mutes').insert({ post_id: id })
  settle(id, error)
}

/** On the list already (23505), or gone altogether (23503), is as good as put there now. */
function settle(id: string, error: PostgrestError | null) {
  const code = codeOf(error)
  if (code === '23514') throw new Error(fullWords, { cause: error })
  if (error && code !== '23505' && code !== '23503') throw error
  hide(id)
}

onSessionChange((session) => {
  if (session.status === 'out' && hidden.size > 0) put(new Set())
})
