/** The draft as it is being written: in memory at each key, on the device soon after. */
import { useEffect, useState, useSyncExternalStore } from 'react'
import { hasLeft } from '../../lib/session.ts'
import {
  draftOf,
  emptyDraft,
  forgetDraft,
  join,
  readStored,
  show,
  writeDraft,
  type Destination,
  type Draft,
  type Prepared,
} from './draft.ts'

/** Changed words get another id: the server would take them for a repeat. */
export function edit(draft: Draft, change: Partial<Omit<Draft, 'attempt'>>): Draft {
  const { attempt: _, ...rest } = draft
  return { ...rest, ...change }
}

/** The same words to the same destination keep their id: the database refuses the second copy. */
export function prepare(
  draft: Draft,
  destination: Destination,
  makeId: () => string = () => crypto.randomUUID(),
): Prepared {
  const attempt = draft.attempt?.destination === destination ? draft.attempt : { id: makeId(), destination }
  return { ...draft, attempt }
}

/** Longest time from a key to storage, ms: each write blocks the thread. The draft is always stored before the page goes. */
const pause = 400

export type KeptDraft = {
  /** As it is now. A key draws nothing by itself: components watch a part with `useDraftPart`. */
  readonly draft: Draft
  /** The text area, by number, and the words it began with. The browser's undo does not reach into the one before. */
  readonly sheet: { number: number; words: string }
  change(change: Partial<Omit<Draft, 'attempt'>>): void
  /** Gives the words their id and stores it before anything is sent: a reload in between must not make a second post. */
  prepare(destination: Destination): Prepared
  /** Gives the words another id the next time: the server has used this one up. */
  renew(id: string): void
  /** Adds words that return below its own. False when the device could not keep them: nothing has changed. */
  take(words: Draft): boolean
  /** Stores what is not stored yet. */
  save: () => void
  /** Follows what another tab did with the draft, unless something else is being written here. */
  look: () => void
  /** Removes it from the device; the screen keeps the words until `clear`. */
  forget(): void
  /** Removes it from the screen too, except for the mood. Then shows what another tab has written meanwhile. */
  clear(): void
  subscribe: (watcher: () => void) => () => void
}

export function keepDraft(userId: string): KeptDraft {
  /** Storage as this tab last read or wrote it; another tab may have changed it since. */
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
    // A person who logged out, perhaps in another tab, leaves nothing here.
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
    // The other tab sent these words or let them go: a change of mood here must not bring them back.
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
    // Other words there belong to another tab.
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

export function useDraft(userId: string): KeptDraft {
  const [kept] = useState(() => keepDraft(userId))
  useEffect(() => {
    const putAway = show(userId, kept)
    // Phones kill a hidden page without another event.
    addEventListener('pagehide', kept.save)
    document.addEventListener('visibilitychange', kept.save)
    addEventListener('storage', kept.look)
    // A page from the back-forward cache has missed the other tabs' events.
    addEventListener('pageshow', kept.look)
    return () => {
      removeEventListener('pagehide', kept.save)
      document.removeEventListener('visibilitychange', kept.save)
      removeEventListener('storage', kept.look)
      removeEventListener('pageshow', kept.look)
      kept.save()
      putAway()
    }
  }, [userId, kept])
  return kept
}

/** A part of the draft: draws anew only when the part changes, however many keys are pressed. */
export function useDraftPart<Part>(kept: KeptDraft, part: (draft: Draft) => Part): Part {
  const read = () => part(kept.draft)
  return useSyncExternalStore(kept.subscribe, read, read)
}
