import { contentWarnings } from '../../shared/content-warnings.ts'
import type { Draft } from '../domain/draft/draft.ts'
import { loadVault } from '../domain/outbox/lazy-outbox.ts'
import type { Written } from '../domain/outbox/outbox.ts'
import type { DiaryKey } from '../domain/diary/vault.ts'

/** What waits as a draft again; undefined when it is sealed and this key does not open it. */
export async function wordsOf(
  { id, destination, row }: Written,
  key: DiaryKey | null,
): Promise<Draft | undefined> {
  if (row.mood === null) {
    const { sealed, lock_id } = row
    const words =
      key?.lockId === lock_id &&
      (await loadVault()
        .then(({ unseal }) => unseal(key, id, sealed))
        .catch(() => undefined))
    return words ? draftOf(words) : undefined
  }
  const warned = destination === 'diary' ? null : 'content_warning' in row ? row.content_warning : null
  const warning = contentWarnings.find(({ value }) => value === warned)?.value ?? null
  return { ...draftOf(row), warning }
}

const draftOf = (words: Pick<Draft, 'mood' | 'content'> & { template_url: string | null }): Draft => ({
  content: words.content,
  mood: words.mood,
  template: words.template_url,
  warning: null,
})
