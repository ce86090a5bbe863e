/** The draft on the screen: each key changes memory, storage follows after a pause. */
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

/** Changed words need a new id: the server takes the old one for a repeat. */
export function edit(draft: Draft, change: Partial<Omit<Draft, 'attempt'>>): Draft {
  const { attempt: _, ...rest } = draft
  return { ...rest, ...change }
}

/** The same words to the same destination keep their id, so the database refuses a second copy. */
export function prepare(
  draft: Draft,
  destination: Destination,
  makeId: () => string = () => crypto.randomUUID(),
): Prepared {
  const attempt = draft.attempt?.destination === destination ? draft.attempt : { id: makeId(), destination }
  return { ...draft, attempt }
}

/** Longest time from a key to storage, ms: each write blocks the thread. The draft is also stored when the page hides. */
const pause = 400

export type KeptDraft = {
  /** Components watch a part with `useDraftPart`. */
  readonly draft: Draft
  /** A new number mounts a new text area with these words: the browser's undo does not reach into the old one. */
  readonly sheet: { number: number; words: string }
  change(change: Partial<Omit<Draft, 'attempt'>>): void
  /** Stores the id before the request, so a reload in between makes no second post. */
  prepare(destination: Destination): Prepared
  /** Gives the words a new id for the next attempt: the server has used this one up. */
  renew(id: string): void
  /** Adds words below the draft's own. Returns false when the device cannot store them: nothing changed. */
  take(words: Draft): boolean
  save: () => void
  /** Takes over another tab's draft, unless this tab has unsaved words of its own. */
  look: () => void
  /** Removes the draft from the device. The screen keeps it until `clear`. */
  forget(): void
  /** Removes the draft from the screen too, except the mood. Then shows what another tab has stored. */
  clear(): void
  subscribe: (watcher: () => void) => () => void
}

export function keepDraft(userId: string): KeptDraft {
  /** Storage as this tab last saw it. Another tab may have changed it since. */
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
    // After a log-out, in any tab, nothing is stored.
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
    // The other tab sent or released these words: an unsaved mood here must not restore them.
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
    // Different words in storage belong to another tab.
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
    // A page from the back-forward cache missed the other tabs' events.
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

/** Renders again only when this part changes. */
export function useDraftPart<Part>(kept: KeptDraft, part: (draft: Draft) => Part): Part {
  const read = () => part(kept.draft)
  return useSyncExternalStore(kept.subscribe, read, read)
}
