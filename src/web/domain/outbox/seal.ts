/** Entries in the outbox are sealed when the diary has a lock: a person at this phone cannot read them. */
import { contentWarnings } from '../../../shared/content-warnings.ts'
import { loadVault } from '../diary/load-vault.ts'
import type { Lock, OutboxItem, QueuedWriting, Sendable } from '../device/kept.ts'
import type { DiaryKey } from '../diary/vault.ts'
import type { Draft } from '../draft/draft.ts'

/** Seals an open entry to this lock; other items stay as they are. Rejects when the code cannot be fetched. */
export async function sealItem<Item extends Sendable | OutboxItem>(item: Item, lock: Lock): Promise<Item> {
  if (item.destination !== 'diary' || item.row.sealed !== null) return item
  const { mood, content, template_url } = item.row
  const { sealRow } = await loadVault()
  return { ...item, row: await sealRow(lock, item.id, { mood, content, template_url }), lock }
}

/** Returns undefined when the words are sealed and this key does not open them. */
export async function openItem(
  { id, destination, row }: QueuedWriting,
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
