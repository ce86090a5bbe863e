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

export type Prepared = Draft & Required<Pick<Draft, 'attempt'>>

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

export const emptyDraft: Draft = { content: '', mood: defaultMood.value, template: null, warning: null }

/** Nothing to send: white space alone says nothing. */
export const isEmpty = ({ content }: Draft): boolean => content.trim() === ''

/** Any change makes other words of it: they get an id of their own, so no version is swallowed as a repeat. */
export function edit(draft: Draft, change: Partial<Omit<Draft, 'attempt'>>): Draft {
  const { attempt: _, ...rest } = draft
  return { ...rest, ...change }
}

/** The same words to the same place keep their id however often they are sent: the database refuses the second copy. */
export function prepare(
  draft: Draft,
  destination: Destination,
  makeId: () => string = () => crypto.randomUUID(),
): Prepared {
  const attempt = draft.attempt?.destination === destination ? draft.attempt : { id: makeId(), destination }
  return { ...draft, attempt }
}

/** Words that come back to a draft: as they were when it is empty, below what is there else. */
export function join(draft: Draft, words: Draft): Draft {
  return isEmpty(draft) ? words : edit(draft, { content: `${draft.content.trimEnd()}\n\n${words.content}` })
}

/** Switching mood clears the template only when it belongs to none of the five moods (specification 1, section 4). */
export function templateAfterSwitch(template: string | null): string | null {
  return findTemplate(template) ? template : null
}

/** Keyed by person: someone else who signs in on this phone does not see it. */
export const readDraft = (userId: string, store: Store = localStorage): Draft =>
  draftOf(readStored(userId, store))

/** To the letter, as the device has it; null: nothing. */
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

/**
 * A browser that refuses storage (private mode, full disk) costs only the safety net, not the writing: false, and nothing is kept there.
 */
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

/** What an older version of the app, or anyone with the phone in hand, left there. */
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
