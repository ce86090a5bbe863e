import { useEffect, useState, type ComponentType } from 'react'
import { endAsk, useAsk, type Ask } from '../lib/asks.ts'
import { wordsFor } from '../lib/failure.ts'
import { showToast } from '../ui/Toast.tsx'

/** Report, block and mute: the code of their dialogs comes with the first ask, and without a signal it is only a toast. */
export function Asking() {
  const asked = useAsk()
  const [Asked, setAsked] = useState<ComponentType<{ asked: Ask }>>()
  useEffect(() => {
    if (!asked || Asked) return
    document.documentElement.dataset.going = ''
    fetchAsked()
      .then((loaded) => setAsked(() => loaded))
      .catch((error: unknown) => {
        endAsk()
        showToast(wordsFor(error), 'error')
      })
      .finally(() => delete document.documentElement.dataset.going)
  }, [asked, Asked])

  useEffect(() => {
    if (!asked) return undefined
    return keepFocus
  }, [asked])
  return asked && Asked && <Asked asked={asked} />
}

/** A function of its own: the build takes what is chained to an import inside, where a style sheet that fails is not heard of. */
const fetchAsked = async () => (await import('../features/safety/Asked.tsx')).Asked

/** What it was asked from may have gone with the person: the focus goes to the heading of what is left. */
function keepFocus() {
  if (document.activeElement && document.activeElement !== document.body) return
  const heading =
    [...document.querySelectorAll<HTMLElement>('dialog[open] h2')].at(-1) ??
    document.querySelector<HTMLElement>('main h1')
  if (!heading) return
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}
