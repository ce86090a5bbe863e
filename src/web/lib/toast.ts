/** A short message at the edge of the screen (ui/Toast.tsx). The newest replaces the one before. */
export type Toast = { key: number; text: string; kind: 'success' | 'error' }

let current: Toast | undefined
let count = 0
let isMuted = false
const listeners = new Set<() => void>()

function put(toast: Toast | undefined) {
  current = toast
  for (const listener of listeners) listener()
}

export const readToast = (): Toast | undefined => current

export function subscribeToToast(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function showToast(text: string, kind: Toast['kind'] = 'success'): void {
  if (!isMuted) put({ key: ++count, text, kind })
}

export const hideToast = (): void => put(undefined)

/** Hides toasts until the returned function is called: before the PIN they would reveal what is behind it. */
export function muteToasts(): () => void {
  isMuted = true
  hideToast()
  return () => {
    isMuted = false
  }
}
