import { draftKey } from '../../domain/device/purge.ts'
import { loadCourier, loadOutbox } from '../../domain/outbox/lazy-outbox.ts'

export type Unsent = {
  /** What a person wrote here that nobody has but this device: logging out would throw it away. */
  waiting: number
  hasDraft: boolean
  /** A change of a diary entry that was not saved. */
  hasEdit: boolean
  /** What they took back, and the server may have all the same: only who is signed in can remove it. */
  taken: number
}

/** What must not be forgotten by a log-out; what was taken back goes from the server first, where there is a signal. */
export async function unsentOf(userId: string): Promise<Unsent | undefined> {
  const items = await lookFor(userId).catch(() => [])
  const taken = items.filter(({ destination }) => destination === 'nowhere').length
  const hasDraft = holdsDraft(userId)
  const hasEdit = await loadOutbox()
    .then(({ hasEdits }) => hasEdits(userId))
    .catch(() => false)
  const unsent = { waiting: items.length - taken, hasDraft, hasEdit, taken }
  return items.length > 0 || hasDraft || hasEdit ? unsent : undefined
}

async function lookFor(userId: string) {
  const { waitingOf } = await loadOutbox()
  const items = await waitingOf(userId)
  if (!items.some(({ destination }) => destination === 'nowhere')) return items
  await loadCourier().then(
    ({ withdrawAll }) => withdrawAll(userId),
    () => undefined,
  )
  return waitingOf(userId)
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
