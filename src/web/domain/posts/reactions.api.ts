import { codeOf } from '../../lib/failure.ts'
import { onPersonChange, personHere } from '../../lib/session.ts'
import { db } from '../../lib/supabase.ts'
import { commentCounts, type CountRow } from './comment-counts.ts'
import { buryPost } from './held.ts'
import { createReactions, type ReactionRow } from './reaction-store.ts'
import type { Emoji } from './reactions.ts'

/** Under the posts of every wall, for as long as this person is here. */
export const reactions = createReactions()

onPersonChange(() => reactions.forget())

/** Says to the person's other tabs which post they reacted to: an event does not tell whose reaction it is about. */
export const otherTabs = new BroadcastChannel('reactions')

/** Takes over the counts that a fetch brought along. */
export async function withReactions<Rows extends readonly (ReactionRow & CountRow)[]>(
  fetching: () => PromiseLike<Rows>,
): Promise<Rows> {
  const since = reactions.now()
  const reader = personHere()
  const rows = await fetching()
  // They hold the reader's own marks: for another who is here by now they say nothing.
  if (reader !== personHere()) return rows
  reactions.absorb(rows, since)
  commentCounts.absorb(rows, since)
  return rows
}

/** How long questions are gathered before they are asked together, ms: most of each request are its headers. */
const gather = 800
const asked = new Set<string>()
const foreignKeyViolation = '23503'

/** Asks how many reactions and comments a post has now; whatever is asked within a moment is one request. Without an answer the next catch-up asks. */
export function refreshReactions(postId: string): void {
  if (asked.size === 0) setTimeout(() => void ask().catch(() => undefined), gather)
  asked.add(postId)
}

async function ask() {
  const ids = [...asked]
  asked.clear()
  const rows = await withReactions(async () => {
    const { data } = await db
      .from('wall_posts')
      .select('id, reaction_counts, my_reaction, comment_count')
      .in('id', ids)
      .throwOnError()
    return data
  })
  const found = new Set(rows.map(({ id }) => id))
  for (const id of ids) if (!found.has(id)) buryPost(id, 'missing')
}

/** A tap on a choice: the same again takes it back, another takes its place. False when the post is not there any more. */
export async function react(postId: string, userId: string, emoji: Emoji): Promise<boolean> {
  const wish = reactions.read(postId).mine === emoji ? null : emoji
  try {
    await reactions.react(postId, wish, (id, from, to) => store(id, userId, from, to))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel within one origin takes none
    otherTabs.postMessage(postId)
  } catch (error) {
    if (codeOf(error) === foreignKeyViolation) return false
    // The specification wants no message for this; the number under the thumb has gone back.
    console.warn('A reaction was not saved', codeOf(error))
  }
  return true
}

async function store(postId: string, userId: string, from: Emoji | null, to: Emoji | null): Promise<void> {
  const own = { post_id: postId, user_id: userId }
  if (to === null) {
    await db.from('post_reactions').delete().match(own).throwOnError()
    return
  }
  const change = () => db.from('post_reactions').update({ emoji: to }).match(own).select('id').throwOnError()
  // None changed: it was taken back in another tab.
  if (from !== null && (await change()).data.length > 0) return
  const { error } = await db.from('post_reactions').insert({ id: crypto.randomUUID(), ...own, emoji: to })
  // A lost race: one was given in another tab meanwhile.
  if (error?.code === '23505') await change()
  else if (error) throw error
}
