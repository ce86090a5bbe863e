import { roomOf } from '../../../shared/talks.ts'
import { db } from '../../lib/supabase.ts'

/** Longest wait for an answer, ms. */
const patience = 15_000

const signal = () => AbortSignal.timeout(patience)

const reactions = () => db.from('live_chat_reactions')

/** Changes the person's reaction; null is none. `from`: the one that the server has, as far as is known. Rejects with the data layer's error. */
export async function storeReaction(
  topic: string,
  own: { message_id: string; user_id: string },
  from: string | null,
  to: string | null,
): Promise<void> {
  if (!roomOf(topic)) {
    const map = { [own.user_id]: to === null ? [] : [to] }
    await db
      .from('direct_messages')
      .update({ reactions: map })
      .eq('id', own.message_id)
      .abortSignal(signal())
      .throwOnError()
    return
  }
  if (to === null) {
    await reactions().delete().match(own).abortSignal(signal()).throwOnError()
    return
  }
  const change = () =>
    reactions().update({ emoji: to }).match(own).select('id').abortSignal(signal()).throwOnError()
  // When no row changed, another tab has removed the reaction.
  if (from !== null && (await change()).data.length > 0) return
  const { error } = await reactions()
    .insert({ ...own, emoji: to })
    .abortSignal(signal())
  // Another tab added a reaction meanwhile.
  if (error?.code === '23505') await change()
  else if (error) throw error
}
