import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { leaveAtOnce, useExitButton, watchForExit } from '../domain/device/quick-exit.ts'
import { classes } from '../ui/classes.ts'
import { cornerOf, useDialogPlaces } from '../ui/Dialog.tsx'
import { Icon } from '../ui/Icon.tsx'
import styles from './QuickExit.module.css'

/** The quick exit on every page behind the guard: by keyboard always, by button on request, also inside dialogs. */
export function QuickExit() {
  useEffect(watchForExit, [])
  const { isWanted } = useExitButton()
  const place = useDialogPlaces().at(-1)
  if (!isWanted) return null
  const button = (
    <button
      type="button"
      className={classes(styles.exit, place ? styles.within : styles.edge)}
      onClick={leaveAtOnce}
    >
      <Icon name="logout" size={20} />
      Labas agad
    </button>
  )
  return place ? createPortal(button, cornerOf(place)) : button
}
