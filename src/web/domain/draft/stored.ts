import { isBlank } from '../../../shared/limits.ts'
import { draftKey } from '../device/purge.ts'

/** Whether this device holds words of the person's draft. It needs no other code: a log-out asks, also without a signal. */
export function hasStoredWords(userId: string, store: Pick<Storage, 'getItem'> = localStorage): boolean {
  try {
    const draft: unknown = JSON.parse(store.getItem(draftKey(userId)) ?? 'null')
    const content = typeof draft === 'object' && draft !== null && 'content' in draft ? draft.content : ''
    return typeof content === 'string' && !isBlank(content)
  } catch {
    return false
  }
}
