import { routeOf, type RoutePath } from '../../shared/routes.ts'
import { publicConfig } from '../lib/config.ts'

/** Pages shown since the last report, by route. */
const views = new Map<RoutePath, number>()

/** Do Not Track and Global Privacy Control. Then nothing is counted. */
const isSilent = () => navigator.doNotTrack === '1' || Reflect.get(navigator, 'globalPrivacyControl') === true

/** Counts a page by its route: `/wall/:mood`, never the address. */
export function countPage(pathname: string): void {
  const path = routeOf(pathname)?.path
  if (path !== undefined && !isSilent()) views.set(path, (views.get(path) ?? 0) + 1)
}

/** Reports once when the person looks away, to spare data. Nothing in the request says who: no session, no cookie, no address of the page. */
export function startPageViews(): void {
  addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' && navigator.onLine && views.size > 0) report()
  })
}

function report(): void {
  const { anonKey } = publicConfig()
  const body = JSON.stringify({ views: Object.fromEntries(views) })
  views.clear()
  fetch('/functions/v1/page-views', {
    method: 'POST',
    headers: { apikey: anonKey, 'content-type': 'application/json' },
    body,
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    // The page may be gone before the answer comes.
    keepalive: true,
  }).catch(() => undefined)
}
