import { useSession } from '../../lib/session.ts'
import { createStore, useStore } from '../../lib/store.ts'

// Quick exit: replaces the page at once, also for the back button. The draft and the outbox stay.

/** The page shown instead; src/web/index.html has it too. */
const elsewhere = { title: 'Google', url: 'https://www.google.com/' }
/** In sessionStorage: the back button leads elsewhere until the person opens a page of the app anew. */
const leftKey = 'emote-left'
/** In localStorage: its event makes the other tabs exit. */
const callKey = 'emote-leave'

const listeners = new Set<() => void>()
/** Calls back before the exit, to clear secrets from memory. Returns the unsubscribe. */
export function onLeave(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function leave() {
  for (const listener of listeners) listener()
  try {
    sessionStorage.setItem(leftKey, '1')
  } catch {
    // Storage is switched off: the back button then shows the app.
  }
  // Style sheets too: the wall's background would show what the page was.
  document.head.replaceChildren()
  document.body.replaceChildren()
  document.title = elsewhere.title
  // The back-forward cache restores this page empty. It exits again.
  addEventListener('pageshow', go)
  go()
}
const go = () => location.replace(elsewhere.url)

export function leaveAtOnce(): void {
  try {
    localStorage.setItem(callKey, String(Date.now()))
    localStorage.removeItem(callKey)
  } catch {
    // Storage is switched off: only this tab exits.
  }
  leave()
}

const onCall = ({ key, newValue }: StorageEvent) => {
  if (key === callKey && newValue) leave()
}

/** Longest time for three taps, ms. */
const within = 2000

/**
 * Shift three times, as on gov.uk. Escape would collide with dialogs, screen readers and input methods. A tap counts only without another
 * key, pointer or repeat, so typing never exits.
 */
export function watchForExit(): () => void {
  let taps: number[] = []
  let isAlone = false
  const forget = () => {
    taps = []
    isAlone = false
  }
  const onDown = (event: KeyboardEvent) => {
    const { key, repeat, ctrlKey, altKey, metaKey, isComposing } = event
    if (key !== 'Shift' || repeat || ctrlKey || altKey || metaKey || isComposing) forget()
    else isAlone = true
  }
  const onUp = (event: KeyboardEvent) => {
    if (event.key !== 'Shift' || !isAlone) return
    isAlone = false
    taps = [...taps.filter((tap) => event.timeStamp - tap < within), event.timeStamp]
    if (taps.length === 3) leaveAtOnce()
  }
  addEventListener('keydown', onDown, true)
  addEventListener('keyup', onUp, true)
  addEventListener('pointerdown', forget, true)
  addEventListener('storage', onCall)
  return () => {
    removeEventListener('keydown', onDown, true)
    removeEventListener('keyup', onUp, true)
    removeEventListener('pointerdown', forget, true)
    removeEventListener('storage', onCall)
  }
}

const buttonKey = (userId: string) => `emote-exit-button:${userId}`
const changes = createStore(0)

export function useExitButton(): { isWanted: boolean; want: (wanted: boolean) => void } {
  useStore(changes)
  const session = useSession()
  const userId = session.status === 'in' ? session.user.id : ''
  return {
    isWanted: read(buttonKey(userId)) !== null,
    want(wanted) {
      try {
        if (wanted) localStorage.setItem(buttonKey(userId), '1')
        else localStorage.removeItem(buttonKey(userId))
      } catch {
        // Storage is switched off: the choice is not stored.
      }
      changes.put(changes.read() + 1)
    },
  }
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
