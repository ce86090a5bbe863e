import { hasLeft } from '../../lib/session.ts'
import {
  edit,
  emptyDraft,
  forgetDraft,
  join,
  prepare,
  readDraft,
  writeDraft,
  type Destination,
  type Draft,
  type Prepared,
} from './draft.ts'

/** Writing to storage blocks the thread: not at every key, but within this many milliseconds, and always before the page goes. */
const pause = 400

export type KeptDraft = {
  /** As it is now. What is typed draws nothing by itself: watch what is shown of it (`useDraftPart`). */
  readonly draft: Draft
  /** What is written on, and the words that it came with. Nothing brings back what stood on the one before, not even the browser's undo. */
  readonly sheet: { number: number; words: string }
  change(change: Partial<Omit<Draft, 'attempt'>>): void
  /** Gives the words their id, and stores it before anything is sent: a reload in between must not make a second post. */
  prepare(destination: Destination): Prepared
  /** Words that come back are written on, below what is there. */
  take(words: Draft): void
  /** What was not stored yet is stored now. */
  save: () => void
  /** Nothing of it stays on the device; the words stay on the screen. */
  forget(): void
  /** The screen too, except for the mood. */
  clear(): void
  subscribe: (watcher: () => void) => () => void
}

/** The draft of a person: in memory at each key, on the device soon after. */
export function keepDraft(userId: string): KeptDraft {
  let draft = readDraft(userId)
  let sheet = { number: 0, words: draft.content }
  let isStored = true
  let timer: ReturnType<typeof setTimeout> | undefined
  const watchers = new Set<() => void>()
  const put = (next: Draft) => {
    draft = next
    for (const watcher of watchers) watcher()
  }
  const save = () => {
    clearTimeout(timer)
    // Who logged out, perhaps in another tab, leaves nothing here.
    if (!isStored && !hasLeft(userId)) writeDraft(userId, draft)
    isStored = true
  }
  const keep = (next: Draft) => {
    put(next)
    isStored = false
    clearTimeout(timer)
    timer = setTimeout(save, pause)
  }
  const forget = () => {
    clearTimeout(timer)
    isStored = true
    forgetDraft(userId)
  }
  return {
    get draft() {
      return draft
    },
    get sheet() {
      return sheet
    },
    change: (change) => keep(edit(draft, change)),
    prepare(destination) {
      const prepared = prepare(draft, destination)
      keep(prepared)
      save()
      return prepared
    },
    take(words) {
      keep(join(draft, words))
      sheet = { number: sheet.number + 1, words: draft.content }
      save()
    },
    save,
    forget,
    clear() {
      forget()
      sheet = { number: sheet.number + 1, words: '' }
      put({ ...emptyDraft, mood: draft.mood })
    },
    subscribe(watcher) {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
  }
}
