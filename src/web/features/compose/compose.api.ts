import { isOffline } from '../../lib/failure.ts'
import type { Sendable } from '../../domain/outbox/outbox.ts'
import { loadDelivery, loadOutbox } from '../../domain/outbox/lazy-outbox.ts'
import type { Prepared } from '../../domain/draft/draft.ts'

/** So long somebody waits for an answer, in ms; then the words wait instead. */
const patience = 12_000

/**
 * Sends the words where they were meant to go, once, however often it is called with the same id; without a signal they wait on this device.
 * `ended`: the session is over, the words stay in the draft. `gone`: they had arrived and were deleted since, so they need a new id. Rejects with what the server said, or when they can wait nowhere but in the draft.
 */
export async function store(draft: Prepared, userId: string): Promise<'stored' | 'waits' | 'ended' | 'gone'> {
  const [{ deliver, sealKnown }, { wait }] = await Promise.all([loadDelivery(), loadOutbox()])
  const item = sendableOf(draft)
  const isSent = navigator.onLine
  // Open: it is sealed to the lock that the diary has by now.
  const outcome = isSent && (await deliver(userId, item, patience))
  if (outcome && outcome.is === 'refused') throw new Error(outcome.words)
  if (outcome && outcome.is !== 'unknown') return outcome.is
  if (outcome && !isOffline(outcome.error)) throw outcome.error
  const writtenAt = new Date().toISOString()
  const kept = await sealKnown(userId, item)
  await wait(userId, { ...kept, writtenAt, ...(isSent && { isAttempted: true }) })
  return 'waits'
}

function sendableOf({ content, mood, template, warning, attempt: { id, destination } }: Prepared): Sendable {
  const row = { mood, content: content.trim(), template_url: template }
  if (destination === 'diary') return { id, destination, row: { ...row, sealed: null, lock_id: null } }
  const anonymous = destination === 'wall-anonymous'
  return { id, destination, row: { ...row, anonymous, content_warning: warning } }
}
