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

type DraftChange = Partial<Omit<Draft, 'attempt'>>

/** Changed words need a new id: the server takes the old one for a repeat. */
export function edit(draft: Draft, change: DraftChange): Draft {
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
  readonly draft: Draft
  /** A new number mounts a new text area with these words: the browser's undo does not reach into the old one. */
  readonly sheet: { number: number; words: string }
  change(change: DraftChange): void
  /** Stores the id before the request, so a reload in between makes no second post. */
  prepare(destination: Destination): Prepared
  /** Gives the words a new id for the next attempt: the server has used this one up. */
  renew(id: string): void
  /** Adds words below the draft's own. Returns false when the device cannot store them: nothing changed. */
  take(words: Draft): boolean
  save: () => void
  /** Takes over another tab's draft, unless this tab has unsaved words of its own. */
  look: () => void
  /** Removes the draft from the device and the screen, except the mood. Other tabs' words stay away until `clear`. */
  forget(): void
  /** Removes the draft, then shows what another tab has stored. */
  clear(): void
  subscribe: (watcher: () => void) => () => void
}

const cleared = ({ mood }: Draft): Draft => ({ ...emptyDraft, mood })

/** The draft on the screen and its subscribers. */
function openScreen(draft: Draft) {
  const watchers = new Set<() => void>()
  const screen = {
    draft,
    sheet: { number: 0, words: draft.content },
    put(next: Draft): void {
      screen.draft = next
      for (const watcher of watchers) watcher()
    },
    putSheet(next: Draft): void {
      screen.sheet = { number: screen.sheet.number + 1, words: next.content }
      screen.put(next)
    },
    subscribe: (watcher: () => void) => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
  }
  return screen
}

/** Stores the draft that `read` returns. `stored`: storage as this tab last saw it. Another tab may have changed it since. */
function openStorage(userId: string, stored: string | null, read: () => Draft) {
  let isStored = true
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = (words: Draft) => {
    const isKept = writeDraft(userId, words)
    stored = readStored(userId)
    return isKept
  }
  const settle = () => {
    clearTimeout(timer)
    isStored = true
  }
  const save = () => {
    clearTimeout(timer)
    // After a log-out, in any tab, nothing is stored.
    if (!isStored) isStored = hasLeft(userId) || write(read())
  }
  return {
    save,
    saveSoon() {
      isStored = false
      clearTimeout(timer)
      timer = setTimeout(save, pause)
    },
    /** Stores other words at once. Returns false when the device cannot: the draft is stored again. */
    take(words: Draft): boolean {
      const isKept = write(words)
      if (isKept) settle()
      else isStored = write(read())
      return isKept
    },
    /** Returns another tab's draft, a cleared one when that tab removed it, undefined when this tab keeps its own. */
    look(): Draft | undefined {
      const now = readStored(userId)
      // The other tab sent or released these words: an unsaved mood here must not restore them.
      const isSame = now === null && draftOf(stored).content === read().content
      if (now === stored || (!isStored && !isSame)) return undefined
      settle()
      stored = now
      return now === null ? cleared(read()) : draftOf(now)
    },
    forget() {
      settle()
      const now = readStored(userId)
      // Different words in storage belong to another tab.
      if (now === stored || draftOf(now).content === read().content) forgetDraft(userId)
      stored = null
    },
  }
}

export function keepDraft(userId: string): KeptDraft {
  const stored = readStored(userId)
  const screen = openScreen(draftOf(stored))
  const storage = openStorage(userId, stored, () => screen.draft)
  let isGoing = false
  const keep = (next: Draft) => {
    screen.put(next)
    storage.saveSoon()
  }
  const replace = (next: Draft) =>
    next.content === screen.draft.content ? screen.put(next) : screen.putSheet(next)
  const look = () => {
    const found = isGoing ? undefined : storage.look()
    if (found) replace(found)
  }
  const forget = () => {
    isGoing = true
    storage.forget()
    screen.putSheet(cleared(screen.draft))
  }
  return Object.assign(screen, {
    change: (change: DraftChange) => keep(edit(screen.draft, change)),
    prepare(destination: Destination) {
      const prepared = prepare(screen.draft, destination)
      keep(prepared)
      storage.save()
      return prepared
    },
    renew(id: string) {
      if (screen.draft.attempt?.id === id) keep(edit(screen.draft, {}))
    },
    take(words: Draft) {
      const joined = join(screen.draft, words)
      const isKept = storage.take(joined)
      if (isKept) replace(joined)
      return isKept
    },
    save: storage.save,
    look,
    forget,
    clear() {
      if (!isGoing) forget()
      isGoing = false
      look()
    },
  })
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

export function useDraftPart<Part>(kept: KeptDraft, part: (draft: Draft) => Part): Part {
  const read = () => part(kept.draft)
  return useSyncExternalStore(kept.subscribe, read, read)
}
