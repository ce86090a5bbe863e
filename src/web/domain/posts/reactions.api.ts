import { codeOf } from '../../lib/failure.ts'
import { db } from '../../lib/supabase.ts'
import { posts } from './post-store.ts'
import { tellTabs } from './posts.live.ts'
import type { Emoji } from './reactions.ts'

const uniqueViolation = '23505'
const foreignKeyViolation = '23503'

/** A tap on a choice: the same one again removes it, another replaces it. Returns false for a deleted post. */
export async function react(postId: string, userId: string, emoji: Emoji): Promise<boolean> {
  const wish = posts.reactions(postId).mine === emoji ? null : emoji
  try {
    await posts.react(postId, wish, (id, from, to) => store(id, userId, from, to))
    tellTabs(postId)
  } catch (error) {
    if (codeOf(error) === foreignKeyViolation) return false
    // The specification wants no message: the count reverts.
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
  // No row changed: another tab removed the reaction.
  if (from !== null && (await change()).data.length > 0) return
  const { error } = await db.from('post_reactions').insert({ id: crypto.randomUUID(), ...own, emoji: to })
  // Another tab added a reaction meanwhile.
  if (error?.code === uniqueViolation) await change()
  else if (error) throw error
}
