import { useCallback, useEffect, useRef, useState } from 'react'
import {
  edit,
  emptyDraft,
  forgetDraft,
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
  draft: Draft
  change(change: Partial<Omit<Draft, 'attempt'>>): void
  /** Gives the words their id, and stores it before anything is sent: a reload in between must not make a second post. */
  prepare(destination: Destination): Prepared
  /** Nothing of it stays on the device; the words stay on the screen. */
  forget(): void
  /** The screen too, except for the mood. */
  clear(): void
}

export function useDraft(userId: string): KeptDraft {
  const [draft, setDraft] = useState(() => readDraft(userId))
  const unsaved = useRef<Draft>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const save = useCallback(() => {
    clearTimeout(timer.current)
    if (unsaved.current) writeDraft(userId, unsaved.current)
    unsaved.current = undefined
  }, [userId])

  useEffect(() => {
    // Phones kill a hidden page without another word.
    addEventListener('pagehide', save)
    document.addEventListener('visibilitychange', save)
    return () => {
      removeEventListener('pagehide', save)
      document.removeEventListener('visibilitychange', save)
      save()
    }
  }, [save])

  const put = (next: Draft) => {
    setDraft(next)
    unsaved.current = next
    clearTimeout(timer.current)
    timer.current = setTimeout(save, pause)
  }
  const forget = () => {
    clearTimeout(timer.current)
    unsaved.current = undefined
    forgetDraft(userId)
  }
  return {
    draft,
    change: (change) => put(edit(draft, change)),
    prepare(destination) {
      const prepared = prepare(draft, destination)
      put(prepared)
      save()
      return prepared
    },
    forget,
    clear() {
      forget()
      setDraft({ ...emptyDraft, mood: draft.mood })
    },
  }
}
