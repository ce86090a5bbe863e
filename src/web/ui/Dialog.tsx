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
/** A place below each open dialog's content: nothing outside of an open dialog can be reached. */
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

/** The free corner of a dialog without a visible title, else its place: for one small button. */
export const cornerOf = (place: HTMLElement): HTMLElement =>
  place.parentElement?.querySelector<HTMLElement>(':scope > header > [data-corner]') ?? place

/** Numbers dialogs as they open. The browser orders them by `showModal()`, which is called again for a dialog that was hidden. */
let opened = 0
const nextLayer = () => ++opened
const layerOf = (part: HTMLElement) => Number(part.closest('dialog')?.dataset['layer'])

/** Shows a dialog over those opened before it and under those opened after it. */
function showInPlace(dialog: HTMLDialogElement) {
  const over = [...document.querySelectorAll<HTMLDialogElement>('dialog:modal')]
    .filter((other) => layerOf(other) > layerOf(dialog))
    .toSorted((a, b) => layerOf(a) - layerOf(b))
  for (const each of over.toReversed()) each.close()
  for (const each of [dialog, ...over]) {
    each.showModal()
    // The focus starts on the marked element, else on the title. The browser would take the close button.
    const start = each.querySelector<HTMLElement>('[data-autofocus]') ?? each.querySelector('h2')
    start?.focus()
  }
}

/** The places in the open dialogs for what must stay in reach, the top dialog last. */
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
          {quietTitle && <div data-corner="" />}
          <IconButton icon="close" label="Isara" disabled={locked} onClick={onClose} />
        </header>
        <div ref={letTabReach} className={styles.content} data-scroller="">
          {children}
        </div>
        <div ref={offerPlace} className={styles.place} />
        {footer && <footer className={styles.foot}>{footer}</footer>}
      </div>
    </dialog>
  )
}

/** Lets Tab reach content that scrolls: a long text without a control could not be read to its end by keyboard. */
function letTabReach(content: HTMLElement | null): (() => void) | undefined {
  if (!content) return undefined
  const observer = new ResizeObserver(() => {
    if (content.scrollHeight > content.clientHeight) content.tabIndex = 0
    else content.removeAttribute('tabindex')
  })
  observer.observe(content)
  return () => observer.disconnect()
}
