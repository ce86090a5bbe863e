import { draftKey } from '../../lib/purge.ts'
import { loadOutbox } from '../../lib/lazy-outbox.ts'

/** What a person wrote here that nobody has but this device: logging out would throw it away. */
export type Unsent = { waiting: number; hasDraft: boolean }

export async function unsentOf(userId: string): Promise<Unsent | undefined> {
  const waiting = await countWaiting(userId).catch(() => 0)
  const hasDraft = holdsDraft(userId)
  return waiting > 0 || hasDraft ? { waiting, hasDraft } : undefined
}

async function countWaiting(userId: string): Promise<number> {
  const { waitingOf } = await loadOutbox()
  return (await waitingOf(userId)).length
}

function holdsDraft(userId: string): boolean {
  try {
    const draft: unknown = JSON.parse(localStorage.getItem(draftKey(userId)) ?? 'null')
    return (
      typeof draft === 'object' &&
      draft !== null &&
      'content' in draft &&
      typeof draft.content === 'string' &&
      draft.content.trim() !== ''
    )
  } catch {
    return false
  }
}
