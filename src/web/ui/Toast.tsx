import { useEffect, useRef, useSyncExternalStore } from 'react'
import { hideToast, readToast, subscribeToToast } from '../lib/toast.ts'
import { classes } from './classes.ts'
import styles from './Toast.module.css'

/** Time that a toast stays, ms (specification 2, section 9). */
const stay = 3000

/** Shows the region over everything, also over dialogs: the browser draws the popover or dialog that was opened last on top. */
function lift(region: HTMLElement | null): void {
  // Older browsers have no popover. The region is then under dialogs.
  if (!region?.showPopover) return
  if (region.matches(':popover-open')) region.hidePopover()
  region.showPopover()
}

/** Keeps the region on top from now on. Returns the end. */
function keepOnTop(region: HTMLElement | null): () => void {
  lift(region)
  const onToggle = ({ target }: Event) => {
    if (target instanceof HTMLDialogElement && target.open) lift(region)
  }
  // A dialog's event does not bubble.
  document.addEventListener('toggle', onToggle, true)
  return () => document.removeEventListener('toggle', onToggle, true)
}

/** Mounted once. The region exists before its words, as screen readers need. */
export function ToastRegion() {
  const region = useRef<HTMLOutputElement>(null)
  useEffect(() => keepOnTop(region.current), [])
  const toast = useSyncExternalStore(subscribeToToast, readToast, () => undefined)
  useEffect(() => {
    if (!toast) return undefined
    if (document.querySelector('dialog:modal')) lift(region.current)
    const timer = setTimeout(hideToast, stay)
    return () => clearTimeout(timer)
  }, [toast])
  return (
    <output ref={region} popover="manual" className={styles.region}>
      {toast && (
        <p key={toast.key} className={classes(styles.toast, toast.kind === 'error' && styles.error)}>
          {toast.text}
        </p>
      )}
    </output>
  )
}
