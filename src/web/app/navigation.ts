import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { AroundNavHandler } from 'wouter'
import { importQuietly } from '../lib/chunks.ts'
import { isGuarded, preloadScreen, titleOf } from './screens.ts'

/** Set by a navigation of ours; back and forward leave the scroll position to the browser. */
let isNewPage = false

/**
 * Fetches the next page's code before leaving this one, so no spinner stands between two pages, then cross-fades where the browser can.
 * A change of the query alone happens at once.
 */
export const withTransition: AroundNavHandler = (navigate, to, options) => {
  const target = new URL(to, location.href)
  if (target.pathname === location.pathname) return navigate(to, options)
  document.documentElement.dataset.going = ''
  const go = () => {
    delete document.documentElement.dataset.going
    isNewPage = true
    change(() => flushSync(() => navigate(to, options)))
  }
  // Code that cannot be fetched is told by the page itself, in its place.
  return void preload(target.pathname).then(go, go)
}

function change(update: () => void) {
  if (document.visibilityState !== 'visible' || !('startViewTransition' in document)) return update()
  // A transition that another navigation cuts short is no fault; the update itself has happened.
  document.startViewTransition(update).ready.catch(() => undefined)
}

/** After each navigation: the page's title (of a guarded one PinGate tells it), the top of the page, and the focus on its heading. */
export function useArrival(pathname: string): void {
  const first = useRef(true)
  useEffect(() => {
    if (first.current) {
      first.current = false
      return
    }
    if (!isGuarded(pathname)) document.title = titleOf(pathname)
    if (isNewPage) {
      isNewPage = false
      if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView()
      else scrollTo(0, 0)
    }
    const heading = document.querySelector<HTMLElement>('main h1')
    if (!heading || document.activeElement?.matches('input, textarea')) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }, [pathname])
}

/** A finger on a link, or a pointer over it, is the moment to fetch the page behind it. */
export function preloadOnIntent(): void {
  for (const type of ['pointerdown', 'pointerover', 'focusin'])
    addEventListener(type, preloadLink, { passive: true })
}

function preloadLink(event: Event) {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null
  if (link instanceof HTMLAnchorElement && link.origin === location.origin)
    preload(link.pathname).catch(() => undefined)
}

/** What cannot be fetched takes no page from under its reader: whoever goes there sees it there. */
const preload = (pathname: string) => importQuietly(() => preloadScreen(pathname))
