import { contentWarnings, type ContentWarning } from '../../../shared/content-warnings.ts'
import { defaultMood, moods, type MoodValue } from '../../../shared/moods.ts'
import { draftKey } from '../device/purge.ts'
import { isBlank } from '../../../shared/limits.ts'
import { findTemplate } from '../../../shared/templates.ts'

export type Destination = 'wall' | 'wall-anonymous' | 'diary'

/** The words being written. They stay on this device until they are sent. */
export type Draft = {
  content: string
  mood: MoodValue
  template: string | null
  /** A warning that readers see before the words; none in the diary. */
  warning: ContentWarning | null
  /** The id under which these very words were sent: the server may have stored them although the answer was lost. */
  attempt?: { id: string; destination: Destination }
}

export type Prepared = Draft & Required<Pick<Draft, 'attempt'>>

export type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export const emptyDraft: Draft = { content: '', mood: defaultMood.value, template: null, warning: null }

export const isEmpty = ({ content }: Draft): boolean => isBlank(content)

export function join(draft: Draft, words: Draft): Draft {
  if (isEmpty(draft)) return words
  const { attempt: _, ...rest } = draft
  return { ...rest, content: `${draft.content.trimEnd()}\n\n${words.content}` }
}

/** Switching mood keeps the template of any mood (specification 1, section 4). */
export function templateAfterSwitch(template: string | null): string | null {
  return findTemplate(template) ? template : null
}

/** Each person has their own key: the next person at this phone does not see the draft. */
export const readDraft = (userId: string, store: Store = localStorage): Draft =>
  draftOf(readStored(userId, store))

export function readStored(userId: string, store: Store = localStorage): string | null {
  try {
    return store.getItem(draftKey(userId))
  } catch {
    return null
  }
}

export function draftOf(stored: string | null): Draft {
  try {
    return parseDraft(JSON.parse(stored ?? 'null'))
  } catch {
    return emptyDraft
  }
}

/** Returns false when the browser refuses storage (private mode, full disk). Writing continues in memory. */
export function writeDraft(userId: string, draft: Draft, store: Store = localStorage): boolean {
  if (draft.content === '' && !draft.template) {
    forgetDraft(userId, store)
    return true
  }
  const words = JSON.stringify(draft)
  try {
    store.setItem(draftKey(userId), words)
  } catch {
    // An older stored version must not replace the newer words.
    forgetDraft(userId, store)
  }
  return readStored(userId, store) === words
}

export function forgetDraft(userId: string, store: Store = localStorage): void {
  try {
    store.removeItem(draftKey(userId))
  } catch {
    // Storage is switched off.
  }
}

/** Storage is untrusted: an older version of the app, or a person at this phone, may have written it. */
function parseDraft(stored: unknown): Draft {
  if (typeof stored !== 'object' || stored === null) return emptyDraft
  const { content, mood, template, warning, attempt } = stored as Record<string, unknown>
  const draft: Draft = {
    content: typeof content === 'string' ? content : '',
    mood: moods.find(({ value }) => value === mood)?.value ?? defaultMood.value,
    template: templateAfterSwitch(typeof template === 'string' ? template : null),
    warning: contentWarnings.find(({ value }) => value === warning)?.value ?? null,
  }
  if (typeof attempt !== 'object' || attempt === null) return draft
  const { id, destination } = attempt as Record<string, unknown>
  const known = (['wall', 'wall-anonymous', 'diary'] as const).find((name) => name === destination)
  return typeof id === 'string' && known ? { ...draft, attempt: { id, destination: known } } : draft
}

export type ShownDraft = { readonly draft: Draft; take(words: Draft): boolean; clear(): void }

const shown = new Map<string, ShownDraft>()

export function show(userId: string, kept: ShownDraft): () => void {
  shown.set(userId, kept)
  return () => {
    if (shown.get(userId) === kept) shown.delete(userId)
  }
}

/** Adds words to the draft, on the screen or in storage. Returns false when the device cannot store them: the draft is unchanged. */
export function returnToDraft(userId: string, words: Draft): boolean {
  const kept = shown.get(userId)
  if (kept) return kept.take(words)
  const before = readDraft(userId)
  if (writeDraft(userId, join(before, words))) return true
  writeDraft(userId, before)
  return false
}

/** Removes the words that were sent under this id. Newer words stay. */
export function forgetSent(userId: string, id: string): void {
  const kept = shown.get(userId)
  if (kept?.draft.attempt?.id === id) kept.clear()
  if (readDraft(userId).attempt?.id === id) forgetDraft(userId)
}
