import type { PostgrestError } from '@supabase/postgrest-js'
import { codeOf } from '../../lib/failure.ts'
import { queryClient } from '../../lib/query.ts'
import { personHere } from '../../lib/session.ts'
import { createStore, useStore } from '../../lib/store.ts'
import { db } from '../../lib/supabase.ts'

const fullWords = 'Puno na ang listahan mo ng naka-block at naka-mute. Magbawas muna sa Profile.'

/**
 * People and posts that were blocked, muted or hidden since this page was loaded. The server leaves them out of every answer from then
 * on; what is on the screen already is taken off by this.
 */
const hidden = createStore<ReadonlySet<string>>(new Set())

/** Who put what out of their sight or took it back, told to this person's other tabs. */
type Change = { by: string | undefined; id: string; isHidden: boolean }
const otherTabs = new BroadcastChannel('sight')
otherTabs.addEventListener('message', ({ data }: MessageEvent<Change>) => {
  if (data.by !== personHere()) return
  show(data)
  // What the server left out meanwhile is not here: it has to be asked for.
  if (!data.isHidden) void queryClient.resetQueries()
})

function show({ id, isHidden }: Change) {
  const others = [...hidden.read()].filter((other) => other !== id)
  hidden.put(new Set(isHidden ? [...others, id] : others))
}

/** The person may have changed since `by` asked for it: then it is no matter of who is here. */
function tell(change: Change) {
  if (change.by !== personHere()) return
  show(change)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel within one origin takes none
  otherTabs.postMessage(change)
}

/** Lets a person (by id) or a post be seen again. */
export const unhide = (id: string): void => tell({ by: personHere(), id, isHidden: false })

/** The ids that are out of sight; ask it about a post's id and about its author's. */
export const useHidden = (): ReadonlySet<string> => useStore(hidden)

/** Neither of the two sees the other any more. Throws the data error, or an Error with our words when the list is full. */
export async function blockPerson(id: string): Promise<void> {
  await put(id, db.from('user_blocks').insert({ blocked_id: id }))
}

/** The person is out of my sight only. Throws as `blockPerson`. */
export async function mutePerson(id: string): Promise<void> {
  await put(id, db.from('user_mutes').insert({ muted_id: id }))
}

/** A post, out of my sight only: for one without a codename, which follows nobody. Throws as `blockPerson`. */
export async function hidePost(id: string): Promise<void> {
  await put(id, db.from('user_mutes').insert({ post_id: id }))
}

/** On the list already (23505), or gone altogether (23503), is as good as put there now. */
async function put(id: string, insert: PromiseLike<{ error: PostgrestError | null }>) {
  const by = personHere()
  const { error } = await insert
  const code = codeOf(error)
  if (code === '23514') throw new Error(fullWords, { cause: error })
  if (error && code !== '23505' && code !== '23503') throw error
  tell({ by, id, isHidden: true })
}
