import { contentWarnings, type ContentWarning } from '../../../shared/content-warnings.ts'
import { defaultMood, moods, type MoodValue } from '../../../shared/moods.ts'
import { draftKey } from '../device/purge.ts'
import { findTemplate } from '../../../shared/templates.ts'

export type Destination = 'wall' | 'wall-anonymous' | 'diary'

/** What is being written. It lives on this device only, until it has a destination. */
export type Draft = {
  content: string
  mood: MoodValue
  template: string | null
  /** What readers of a wall are told before they see the words; none in the diary. */
  warning: ContentWarning | null
  /** The id that these very words were already sent under; an answer can get lost after the row was stored. */
  attempt?: { id: string; destination: Destination }
}

/** A draft whose words have the id that they are sent under. */
export type Prepared = Draft & Required<Pick<Draft, 'attempt'>>

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export const emptyDraft: Draft = { content: '', mood: defaultMood.value, template: null, warning: null }

/** Whether there is nothing to send; white space alone is nothing. */
export const isEmpty = ({ content }: Draft): boolean => content.trim() === ''

/** Words that return to a draft: as they were when it is empty, otherwise below its own. */
export function join(draft: Draft, words: Draft): Draft {
  if (isEmpty(draft)) return words
  const { attempt: _, ...rest } = draft
  return { ...rest, content: `${draft.content.trimEnd()}\n\n${words.content}` }
}

/** Switching mood clears the template only when it belongs to none of the five moods (specification 1, section 4). */
export function templateAfterSwitch(template: string | null): string | null {
  return findTemplate(template) ? template : null
}

/** Each person's draft has a key of its own: the next person at this phone does not see it. */
export const readDraft = (userId: string, store: Store = localStorage): Draft =>
  draftOf(readStored(userId, store))

/** The text as it lies in storage; null when there is none. */
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

/** False when the browser refuses storage (private mode, full disk): nothing is kept there, and writing goes on. */
export function writeDraft(userId: string, draft: Draft, store: Store = localStorage): boolean {
  if (draft.content === '' && !draft.template) {
    forgetDraft(userId, store)
    return true
  }
  const words = JSON.stringify(draft)
  try {
    store.setItem(draftKey(userId), words)
  } catch {
    // The older version must not come back in place of the newer one.
    forgetDraft(userId, store)
  }
  return readStored(userId, store) === words
}

export function forgetDraft(userId: string, store: Store = localStorage): void {
  try {
    store.removeItem(draftKey(userId))
  } catch {
    // Storage is switched off: nothing was kept.
  }
}

/** Reads whatever an older version of the app, or anyone with the phone in hand, left there. */
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

/** A draft that is on the screen (kept-draft.ts). */
export type ShownDraft = { readonly draft: Draft; take(words: Draft): boolean; clear(): void }

/** By person. */
const shown = new Map<string, ShownDraft>()

export function show(userId: string, kept: ShownDraft): () => void {
  shown.set(userId, kept)
  return () => {
    if (shown.get(userId) === kept) shown.delete(userId)
  }
}

/** Returns words to the draft, on the screen or in storage. False when the device could not keep them: the draft is what it was. */
export function returnToDraft(userId: string, words: Draft): boolean {
  const kept = shown.get(userId)
  if (kept) return kept.take(words)
  const before = readDraft(userId)
  if (writeDraft(userId, join(before, words))) return true
  writeDraft(userId, before)
  return false
}

/** Removes from the draft what was sent under this id; what was written since stays. */
export function forgetSent(userId: string, id: string): void {
  const kept = shown.get(userId)
  if (kept?.draft.attempt?.id === id) kept.clear()
  if (readDraft(userId).attempt?.id === id) forgetDraft(userId)
}
