import { Component, type ReactNode } from 'react'
import { isOffline } from '../lib/failure.ts'
import { personHere } from '../lib/session.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'

type State = { error: unknown }

/** Offline, a reload would replace the app with the browser's own error page. */
function reload() {
  if (navigator.onLine) location.reload()
}

/** A fault in one page leaves the rest of the app standing. */
export class Mishap extends Component<{ children: ReactNode }, State> {
  override state: State = { error: undefined }

  static getDerivedStateFromError(error: unknown): State {
    return { error: error ?? 'unknown' }
  }

  override componentDidCatch(error: unknown) {
    // The page reloads once it is online. No draft is lost: this page holds none.
    if (isOffline(error)) addEventListener('online', reload)
  }

  override componentWillUnmount() {
    removeEventListener('online', reload)
  }

  override render() {
    if (this.state.error === undefined) return this.props.children
    const offline = isOffline(this.state.error)
    return (
      <EmptyState
        picture="🌧️"
        title={offline ? 'Walang internet' : 'May nasira sa page na ’to'}
        action={<Button onClick={reload}>Subukan ulit</Button>}
      >
        <p>
          {offline
            ? 'Hindi namin makuha ang page. Pag may signal ka na, subukan ulit.'
            : 'Kami ang may kasalanan, hindi ikaw. Subukan mong i-load ulit.'}
        </p>
        {/* Drafts stay on the device. A full page load, because the app around this may be broken too. */}
        {offline && personHere() && (
          <p>
            Makakapagsulat ka pa rin: <a href="/write">buksan ang papel</a>.
          </p>
        )}
      </EmptyState>
    )
  }
}
