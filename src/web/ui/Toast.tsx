import { useEffect, useSyncExternalStore } from 'react'
import { hideToast, readToast, subscribeToToast } from '../lib/toast.ts'
import { classes } from './classes.ts'
import styles from './Toast.module.css'

/** Time that a toast stays, ms (specification 2, section 9). */
const stay = 3000

/** Mounted once. The region exists before its words, as screen readers need. */
export function ToastRegion() {
  const toast = useSyncExternalStore(subscribeToToast, readToast, () => undefined)
  useEffect(() => {
    if (!toast) return undefined
    const timer = setTimeout(hideToast, stay)
    return () => clearTimeout(timer)
  }, [toast])
  return (
    <output className={styles.region}>
      {toast && (
        <p key={toast.key} className={classes(styles.toast, toast.kind === 'error' && styles.error)}>
          {toast.text}
        </p>
      )}
    </output>
  )
}
