import { createKeyed, useKeyed } from '../../../lib/store.ts'

/** Whether the list hides the words: stored for this person on this device. */
const hidden = createKeyed<boolean>()
const keyOf = (userId: string) => `emote-hide-previews:${userId}`

function isKept(userId: string): boolean {
  try {
    return localStorage.getItem(keyOf(userId)) !== null
  } catch {
    return false
  }
}

export function useHiddenPreviews(userId: string): [isHidden: boolean, hide: (next: boolean) => void] {
  const isHidden = useKeyed(hidden, userId) ?? isKept(userId)
  const hide = (next: boolean) => {
    hidden.put(userId, next)
    try {
      if (next) localStorage.setItem(keyOf(userId), '1')
      else localStorage.removeItem(keyOf(userId))
    } catch {
      // Without storage the choice lasts as long as the page.
    }
  }
  return [isHidden, hide]
}
