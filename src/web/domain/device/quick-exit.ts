import { useSession } from '../../lib/session.ts'
import { createStore, useStore } from '../../lib/store.ts'

// The quick exit: the page is gone before anybody sees it, and the way back leads elsewhere too. Drafts and what waits to be sent stay.

/** What is shown instead; src/web/index.html knows it too. */
const elsewhere = { title: 'Google', url: 'https://www.google.com/' }
/** Of this tab: the steps back in its history lead past us, until somebody opens a page of ours anew. */
const leftKey = 'emote-left'
/** Tells the other tabs. */
const callKey = 'emote-leave'

const listeners = new Set<() => void>()
/** Calls back before the page leaves, to clear what must not stay in its memory. The returned function ends that. */
export function onLeave(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function leave() {
  for (const listener of listeners) listener()
  try {
    sessionStorage.setItem(leftKey, '1')
  } catch {
    // The steps back then lead to the door, or to the page.
  }
  // With the style sheets: the paint on the wall would tell where somebody was.
  document.head.replaceChildren()
  document.body.replaceChildren()
  document.title = elsewhere.title
  // A browser that kept this page brings it back empty, and leaves again.
  addEventListener('pageshow', go)
  go()
}
const go = () => location.replace(elsewhere.url)

/** In every tab of ours at once. */
export function leaveAtOnce(): void {
  try {
    localStorage.setItem(callKey, String(Date.now()))
    localStorage.removeItem(callKey)
  } catch {
    // Then only this one.
  }
  leave()
}

const onCall = ({ key, newValue }: StorageEvent) => {
  if (key === callKey && newValue) leave()
}

/** Three taps within so many ms. */
const within = 2000

/**
 * Shift three times, as on gov.uk: Escape closes dialogs, often several, and helps with screen readers and input methods. Each tap has to be
 * short and alone: a capital letter, a selection by mouse and a key that is held are none, so nobody leaves by writing.
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

/** Whether a person wants the button for it on the screen of this device; a phone has no Shift key. */
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
        // It stays as it is.
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
