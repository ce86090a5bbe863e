import { hasLeft } from '../../lib/session.ts'
import {
  draftOf,
  edit,
  emptyDraft,
  forgetDraft,
  join,
  prepare,
  readStored,
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
  /** What was sent under this id and is gone is sent under another one, if it is sent again. */
  renew(id: string): void
  /** Words that come back are written on, below what is there. False: the device could not keep them, and nothing has changed. */
  take(words: Draft): boolean
  /** What was not stored yet is stored now. */
  save: () => void
  /** What another tab has done with the draft is done here too, unless something else is being written here. */
  look: () => void
  /** Nothing of it stays on the device; the words stay on the screen, and nothing else comes there. */
  forget(): void
  /** The screen too, except for the mood: then what another tab has written meanwhile may come. */
  clear(): void
  subscribe: (watcher: () => void) => () => void
}

/** The draft of a person: in memory at each key, on the device soon after. */
export function keepDraft(userId: string): KeptDraft {
  /** What the device has, as it was last read or written here: another tab may have put its own there since. */
  let stored = readStored(userId)
  let draft = draftOf(stored)
  let sheet = { number: 0, words: draft.content }
  let isStored = true
  let isGoing = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const watchers = new Set<() => void>()
  const put = (next: Draft) => {
    draft = next
    for (const watcher of watchers) watcher()
  }
  const putSheet = (next: Draft) => {
    if (next.content !== draft.content) sheet = { number: sheet.number + 1, words: next.content }
    put(next)
  }
  const write = (words: Draft) => {
    const isKept = writeDraft(userId, words)
    stored = readStored(userId)
    return isKept
  }
  const save = () => {
    clearTimeout(timer)
    // Who logged out, perhaps in another tab, leaves nothing here.
    if (!isStored) isStored = hasLeft(userId) || write(draft)
  }
  const keep = (next: Draft) => {
    put(next)
    isStored = false
    clearTimeout(timer)
    timer = setTimeout(save, pause)
  }
  const look = () => {
    const now = readStored(userId)
    if (isGoing || now === stored) return
    // Let go of or sent there: a change of mood here must not bring the same words back.
    const isSame = now === null && draftOf(stored).content === draft.content
    if (!isStored && !isSame) return
    clearTimeout(timer)
    isStored = true
    stored = now
    putSheet(now === null ? { ...emptyDraft, mood: draft.mood } : draftOf(now))
  }
  const forget = () => {
    clearTimeout(timer)
    isStored = true
    isGoing = true
    const now = readStored(userId)
    // Other words there are another tab's, which believes them kept.
    if (now === stored || draftOf(now).content === draft.content) forgetDraft(userId)
    stored = null
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
    renew(id) {
      if (draft.attempt?.id === id) keep(edit(draft, {}))
    },
    take(words) {
      const joined = join(draft, words)
      if (!write(joined)) {
        isStored = write(draft)
        return false
      }
      clearTimeout(timer)
      isStored = true
      putSheet(joined)
      return true
    },
    save,
    look,
    forget,
    clear() {
      forget()
      isGoing = false
      sheet = { number: sheet.number + 1, words: '' }
      put({ ...emptyDraft, mood: draft.mood })
      look()
    },
    subscribe(watcher) {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
  }
}
