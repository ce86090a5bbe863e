import { Activity, Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { useLocation } from 'wouter'
import { usePin } from '../domain/device/pin.ts'
import { chunk, quietChunk } from '../lib/chunks.ts'
import { Waiting } from '../ui/Spinner.tsx'
import { putTitle } from '../lib/title.ts'
import { muteToasts } from '../lib/toast.ts'

const door = quietChunk<{ userId: string }>(() =>
  import('../features/safety/PinDoor.tsx').then((m) => m.PinDoor),
)
const bare = chunk<{ children: ReactNode }>(() => import('./BareFrame.tsx').then((m) => m.BareFrame))

/** `titleOf` gives the title of an address; it is a prop because screens.ts imports this file. */
export type PinGateProps = { userId: string; titleOf: (pathname: string) => string; children: ReactNode }

/**
 * Asks for the PIN on this device. Before it, no page behind is rendered or fetched. When the gate closes again, the pages stay mounted but
 * hidden, and neither title nor toast reveals them.
 */
export function PinGate({ userId, titleOf, children }: PinGateProps) {
  const { hasPin, isClosed } = usePin(userId)
  const [wasOpen, setWasOpen] = useState(!isClosed)
  if (!isClosed && !wasOpen) setWasOpen(true)
  useEffect(() => {
    // It must close offline too.
    if (hasPin) Promise.all([door.preload(), bare.preload()]).catch(() => undefined)
  }, [hasPin])

  const [pathname] = useLocation()
  useEffect(() => {
    putTitle(isClosed ? 'Emote' : titleOf(pathname))
  }, [isClosed, pathname, titleOf])
  useEffect(() => (isClosed ? muteToasts() : undefined), [isClosed])

  const wasClosed = useRef(isClosed)
  useEffect(() => {
    if (wasClosed.current && !isClosed) focusHeading()
    wasClosed.current = isClosed
  }, [isClosed])
  return (
    <>
      {isClosed && (
        <Suspense fallback={<Waiting />}>
          <bare.Component>
            <door.Component userId={userId} />
          </bare.Component>
        </Suspense>
      )}
      <Activity mode={isClosed ? 'hidden' : 'visible'}>{wasOpen && children}</Activity>
    </>
  )
}

function focusHeading() {
  const heading = document.querySelector<HTMLElement>('main h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
