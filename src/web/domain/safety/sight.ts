import type { PostgrestError } from '@supabase/postgrest-js'
import { codeOf } from '../../lib/failure.ts'
import { follow } from '../../lib/live.ts'
import { queryClient } from '../../lib/query.ts'
import { personHere } from '../../lib/session.ts'
import { createStore, useStore } from '../../lib/store.ts'
import { db } from '../../lib/supabase.ts'

const fullWords = 'Puno na ang listahan mo ng naka-block at naka-mute. Magbawas muna sa Profile.'

/**
 * People and posts blocked, muted or hidden since the page was loaded. The server leaves them out of answers; this set removes them from
 * the screen.
 */
const hidden = createStore<ReadonlySet<string>>(new Set())

type Change = { by: string | undefined; id: string; isHidden: boolean }
let tabs: BroadcastChannel | undefined

export function startSight(): BroadcastChannel {
  if (tabs) return tabs
  tabs = new BroadcastChannel('sight')
  tabs.addEventListener('message', ({ data }: MessageEvent<Change>) => {
    if (data.by !== personHere()) return
    show(data)
    // Cached answers lack what is visible again.
    if (!data.isHidden) void queryClient.resetQueries()
  })
  return tabs
}

/** Follows the person's own list: what they block on another device disappears here at once. The blocked person is not told. */
export function followSight(userId: string): () => void {
  let isNew = true
  return follow(`user-notifications-${userId}`, {
    private: true,
    patient: true,
    events: {
      hidden: ({ id }) => {
        if (typeof id === 'string' && !asked.has(id)) show({ by: userId, id, isHidden: true })
      },
      // They deactivated their account. What is theirs disappears as after a block.
      person_left: ({ id }) => {
        if (typeof id === 'string' && id !== userId) show({ by: userId, id, isHidden: true })
      },
    },
    caughtUp: () => {
      // The page's own answers are as new as its first subscription.
      if (!isNew) void showMissed(userId).catch(() => undefined)
      isNew = false
    },
  })
}

/** After a failure the next catch-up asks again. */
async function showMissed(userId: string) {
  const { data } = await db
    .from('user_blocks')
    .select('blocked_id')
    .order('created_at', { ascending: false })
    .limit(100)
    .throwOnError()
  if (userId !== personHere()) return
  for (const { blocked_id: id } of data) show({ by: userId, id, isHidden: true })
}

function show({ id, isHidden }: Change) {
  if (isHidden && hidden.read().has(id)) return
  const others = [...hidden.read()].filter((other) => other !== id)
  hidden.put(new Set(isHidden ? [...others, id] : others))
}

function tell(change: Change) {
  if (change.by !== personHere()) return
  show(change)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a BroadcastChannel has no target origin
  startSight().postMessage(change)
}

export const unhide = (id: string): void => tell({ by: personHere(), id, isHidden: false })

/** The hidden ids of posts and people. */
export const readHidden = (): ReadonlySet<string> => hidden.read()
export const onHidden = hidden.subscribe
export const useHidden = (): ReadonlySet<string> => useStore(hidden)

/** Hides two people from each other. Rejects with the data layer's error, or with our words when the list is full. */
export async function blockPerson(id: string): Promise<void> {
  await put(id, db.from('user_blocks').insert({ blocked_id: id }))
}

/** Hides a person from the one who mutes only. Rejects as `blockPerson` does. */
export async function mutePerson(id: string): Promise<void> {
  await put(id, db.from('user_mutes').insert({ muted_id: id }))
}

/** Hides one post: an anonymous post names no author to block. Rejects as `blockPerson` does. */
export async function hidePost(id: string): Promise<void> {
  await put(id, db.from('user_mutes').insert({ post_id: id }))
}

export async function showPost(id: string): Promise<void> {
  await db.from('user_mutes').delete().eq('post_id', id).throwOnError()
  unhide(id)
}

/** Being written by this page: it shows them after the answer. */
const asked = new Set<string>()

/** Already on the list (23505) or deleted (23503) counts as done. */
async function put(id: string, insert: PromiseLike<{ error: PostgrestError | null }>) {
  const by = personHere()
  asked.add(id)
  const { error } = await insert
  asked.delete(id)
  const code = codeOf(error)
  if (code === '23514') throw new Error(fullWords, { cause: error })
  if (error && code !== '23505' && code !== '23503') throw error
  tell({ by, id, isHidden: true })
}
