import {
  useLayoutEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react'
import { IconButton } from './Button.tsx'
import { classes } from './classes.ts'
import styles from './Dialog.module.css'

type DialogProps = {
  open: boolean
  /** Escape, the close button, and a press on the backdrop; not called while `locked`. */
  onClose: () => void
  title: string
  children: ReactNode
  /** Sticks to the bottom: the actions. */
  footer?: ReactNode
  /** `card` rises from the bottom edge of a phone; `sheet` fills the phone; both are centred cards from 640 px. */
  shape?: 'card' | 'sheet'
  /** Work is in progress: nothing closes it. */
  locked?: boolean
  /** Hides the title from the eye, not from a screen reader. */
  quietTitle?: boolean
  className?: string
}

const none: readonly HTMLElement[] = []
/** Below the content of each open dialog: while one is open nothing outside of it can be reached. */
let places: readonly HTMLElement[] = none
const watchers = new Set<() => void>()

function put(next: readonly HTMLElement[]) {
  places = next.toSorted((a, b) => layerOf(a) - layerOf(b))
  for (const watcher of watchers) watcher()
}

function watch(watcher: () => void) {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

/** Counts dialogs as they are opened: the browser's own order is that of `showModal()`, which is called again for each that was out of sight. */
let opened = 0
const nextLayer = () => ++opened
const layerOf = (part: HTMLElement) => Number(part.closest('dialog')?.dataset['layer'])

/** Shows a dialog in its place: over those opened before it, under those opened after it. */
function showInPlace(dialog: HTMLDialogElement) {
  const over = [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')]
    .filter((other) => layerOf(other) > layerOf(dialog))
    .toSorted((a, b) => layerOf(a) - layerOf(b))
  for (const each of over.toReversed()) each.close()
  for (const each of [dialog, ...over]) {
    each.showModal()
    // Where to begin: what the content marks, else the title, which reads it out. The browser's choice would be the close button.
    const start = each.querySelector<HTMLElement>('[data-autofocus]') ?? each.querySelector('h2')
    start?.focus()
  }
}

/** Where something of the whole app that must be reached can stand: in each open dialog, the one on top last. */
export const useDialogPlaces = (): readonly HTMLElement[] =>
  useSyncExternalStore(
    watch,
    () => places,
    () => none,
  )

function offerPlace(place: HTMLElement | null): (() => void) | undefined {
  if (!place) return undefined
  put([...places, place])
  return () => put(places.filter((other) => other !== place))
}

/** The browser's own modal dialog: focus stays inside, goes back to where it was, Escape closes. `data-autofocus` marks where it begins. */
export function Dialog({ open, ...rest }: DialogProps) {
  return open ? <OpenDialog {...rest} /> : null
}

/** Opens the browser's own dialog, and turns every way to close it into `onClose`, or into nothing while it is locked. */
function useModal(onClose: () => void, locked: boolean) {
  const element = useRef<HTMLDialogElement>(null)
  const leave = useEffectEvent(() => {
    if (!locked) onClose()
  })
  const isLocked = useEffectEvent(() => locked)

  // A layout effect ends while the dialog is still in the page. Closing it later would move no focus.
  useLayoutEffect(() => {
    const dialog = element.current
    if (!dialog) return undefined
    const onCancel = (event: Event) => {
      event.preventDefault()
      leave()
    }
    // Chromium closes a dialog at the second Escape whatever the page says. A locked one is shown again.
    const onClosed = () => {
      if (dialog.open) return
      if (isLocked()) showInPlace(dialog)
      else leave()
    }
    // On the document, because the pressed button is disabled meanwhile and has lost the focus.
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && isLocked()) event.preventDefault()
    }
    const onPress = (event: Event) => {
      if (event.target === dialog) leave()
    }
    dialog.addEventListener('cancel', onCancel)
    dialog.addEventListener('pointerdown', onPress)
    dialog.addEventListener('close', onClosed)
    document.addEventListener('keydown', onKey)
    showInPlace(dialog)
    return () => {
      document.removeEventListener('keydown', onKey)
      dialog.removeEventListener('close', onClosed)
      dialog.removeEventListener('cancel', onCancel)
      dialog.removeEventListener('pointerdown', onPress)
      // close() gives the focus back to the opener.
      dialog.close()
    }
  }, [])

  return element
}

function OpenDialog({
  onClose,
  title,
  children,
  footer,
  shape = 'card',
  locked = false,
  quietTitle,
  className,
}: Omit<DialogProps, 'open'>) {
  const element = useModal(onClose, locked)
  const heading = useId()
  const [layer] = useState(nextLayer)

  return (
    <dialog
      ref={element}
      data-layer={layer}
      className={classes(styles.dialog, styles[shape], className)}
      aria-labelledby={heading}
    >
      <div className={styles.body}>
        <header className={classes(styles.head, quietTitle && styles.quiet)}>
          <h2 id={heading} tabIndex={-1} className={quietTitle ? 'visually-hidden' : undefined}>
            {title}
          </h2>
          <IconButton icon="close" label="Isara" disabled={locked} onClick={onClose} />
        </header>
        <div ref={letTabReach} className={styles.content}>
          {children}
        </div>
        <div ref={offerPlace} className={styles.place} />
        {footer && <footer className={styles.foot}>{footer}</footer>}
      </div>
    </dialog>
  )
}

/** A content that scrolls is reached by Tab: a long text without any control in it could not be read to its end by keyboard. */
function letTabReach(content: HTMLElement | null): (() => void) | undefined {
  if (!content) return undefined
  const observer = new ResizeObserver(() => {
    if (content.scrollHeight > content.clientHeight) content.tabIndex = 0
    else content.removeAttribute('tabindex')
  })
  observer.observe(content)
  return () => observer.disconnect()
}
