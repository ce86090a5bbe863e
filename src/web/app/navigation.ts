import { useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import type { AroundNavHandler } from 'wouter'
import { importQuietly } from '../lib/chunks.ts'
import { countPage } from './page-views.ts'
import { isGuarded, preloadScreen, titleOf } from './screens.ts'

/** True after a navigation by link. Back and forward leave the scroll position to the browser. */
let isNewPage = false
/** Counts navigations: one that still waits for its code ends when another begins. */
let latest = 0

/**
 * Fetches the next page's code before it leaves this page, then cross-fades where the browser can. A change of the query alone happens
 * at once.
 */
export const withTransition: AroundNavHandler = (navigate, to, options) => {
  const own = ++latest
  const target = new URL(to, location.href)
  const from = location.pathname
  delete document.documentElement.dataset.going
  if (target.pathname === from) return navigate(to, options)
  document.documentElement.dataset.going = ''
  const go = () => {
    if (own !== latest) return
    delete document.documentElement.dataset.going
    // The person went back or forward meanwhile.
    if (location.pathname !== from) return
    isNewPage = true
    change(() => flushSync(() => navigate(to, options)))
  }
  // When the code cannot be fetched, the next page says so itself.
  return void preload(target.pathname).then(go, go)
}

function change(update: () => void) {
  if (document.visibilityState !== 'visible' || !('startViewTransition' in document)) return update()
  // Another navigation may cut the transition short. The update itself has happened.
  document.startViewTransition(update).ready.catch(() => undefined)
}

/** After each navigation sets the title, scrolls to the top and focuses the heading. PinGate sets the title of a guarded page. */
export function useArrival(pathname: string): void {
  const first = useRef(true)
  useEffect(() => {
    countPage(pathname)
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

/** Fetches a page's code when a finger, a pointer or the focus is on a link to it. */
export function preloadOnIntent(): void {
  for (const type of ['pointerdown', 'pointerover', 'focusin'])
    addEventListener(type, preloadLink, { passive: true })
}

function preloadLink(event: Event) {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null
  if (link instanceof HTMLAnchorElement && link.origin === location.origin)
    preload(link.pathname).catch(() => undefined)
}

/** Quiet: a failed preload must not reload the page that is open. */
const preload = (pathname: string) => importQuietly(() => preloadScreen(pathname))
