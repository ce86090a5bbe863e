import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { closeOverlay, useOpened, type Overlays } from '../domain/overlays.ts'
import { wordsFor } from '../lib/failure.ts'
import { openDialogs } from '../lib/open-dialogs.ts'
import { showToast } from '../lib/toast.ts'
import { overlays } from './overlays.ts'

/** Draws the open overlays (domain/overlays.ts). */
export function OverlayHost() {
  const opened = useOpened()
  const [pathname] = useLocation()
  const last = opened.findLast(({ name }) => !overlays[name].ahead)
  return opened.map(({ key, name, props }, at) => (
    <Opened
      key={overlays[name].isOfPage ? key + pathname : key}
      name={name}
      props={props}
      isLast={opened[at] === last}
    />
  ))
}

type OpenedProps<Name extends keyof Overlays> = { name: Name; props: Overlays[Name]; isLast: boolean }

function Opened<Name extends keyof Overlays>({ name, props, isLast }: OpenedProps<Name>) {
  const { code, isOfPage, ahead } = overlays[name]
  const isHere = useCode(name, props)
  // The person opened another one while this one's code was loading.
  const isOver = !isHere && !isLast && !ahead
  useEffect(() => {
    if (isOver) closeOverlay(name)
  }, [isOver, name])
  useEffect(() => (isOfPage ? () => closeOverlay(name) : undefined), [isOfPage, name])
  useEffect(() => (ahead ? undefined : keepFocus), [ahead])
  return isHere && <code.Component key={name} {...props} onClose={() => closeOverlay(name)} />
}

/** Whether the code is here. A failure to load it closes the overlay and is a toast. */
function useCode<Name extends keyof Overlays>(name: Name, props: Overlays[Name]): boolean {
  const { code, isStillWanted, ahead } = overlays[name]
  const [isHere, setHere] = useState(false)
  useEffect(() => {
    if (isHere) return
    const { dataset } = document.documentElement
    if (!ahead) dataset['going'] = ''
    code
      .preload()
      .then(() => {
        if (isStillWanted?.(props) === false) closeOverlay(name)
        setHere(true)
      })
      .catch((error: unknown) => {
        if (ahead) return ahead.onFailure()
        closeOverlay(name)
        showToast(wordsFor(error), 'error')
      })
      .finally(() => {
        if (!ahead) delete dataset['going']
      })
  }, [ahead, code, isHere, isStillWanted, name, props])
  return isHere
}

/** The button that opened it may be gone: the focus then goes to the heading of the dialog on top, or of the page. */
function keepFocus() {
  if (document.activeElement && document.activeElement !== document.body) return
  const heading =
    openDialogs().at(-1)?.querySelector<HTMLElement>('h2') ?? document.querySelector<HTMLElement>('main h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
