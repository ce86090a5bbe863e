import { useEffect, useSyncExternalStore } from 'react'
import { classes } from './classes.ts'
import styles from './Toast.module.css'

type Toast = { key: number; text: string; kind: 'success' | 'error' }

/** How long a toast stays (specification 2, section 9). */
const stay = 3000
let current: Toast | undefined
let count = 0
let isMuted = false
const listeners = new Set<() => void>()

function put(toast: Toast | undefined) {
  current = toast
  for (const listener of listeners) listener()
}

/** Says a short thing at the edge of the screen for 3 s. One at a time: the newest wins. */
export function showToast(text: string, kind: Toast['kind'] = 'success'): void {
  if (!isMuted) put({ key: ++count, text, kind })
}

/** None is shown until this is called back: a door is shut, and they would tell of what is behind it. */
export function muteToasts(): () => void {
  isMuted = true
  put(undefined)
  return () => {
    isMuted = false
  }
}

/** `const toast = useToast(); toast('Updated successfully! ✨')` */
export function useToast(): typeof showToast {
  return showToast
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Stands once in the app; the region is there before the words come, as screen readers need. */
export function ToastRegion() {
  const toast = useSyncExternalStore(
    subscribe,
    () => current,
    () => undefined,
  )
  useEffect(() => {
    if (!toast) return undefined
    const timer = setTimeout(() => put(undefined), stay)
    return () => clearTimeout(timer)
  }, [toast])
  return (
    <output className={styles.region}>
      {toast && (
        <p key={toast.key} className={classes(styles.toast, styles[toast.kind])}>
          {toast.text}
        </p>
      )}
    </output>
  )
}
