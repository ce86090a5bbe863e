import { Component, type ReactNode } from 'react'
import { isOffline } from '../lib/failure.ts'
import { personHere } from '../lib/session.ts'
import { onSignal, suspectSignal } from '../lib/signal.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { NoSignal } from '../ui/NoSignal.tsx'

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

  #stop: (() => void) | undefined

  override componentDidCatch(error: unknown) {
    if (!isOffline(error)) return
    // The page reloads once there is a signal. No draft is lost: this page holds none.
    this.#stop = onSignal(reload)
    suspectSignal()
  }

  override componentWillUnmount() {
    this.#stop?.()
  }

  override render() {
    if (this.state.error === undefined) return this.props.children
    if (!isOffline(this.state.error))
      return (
        <EmptyState
          picture="🌧️"
          title="May nasira sa page na ’to"
          action={<Button onClick={reload}>Subukan ulit</Button>}
        >
          <p>Kami ang may kasalanan, hindi ikaw. Subukan mong i-load ulit.</p>
        </EmptyState>
      )
    return (
      <NoSignal what="ang page" onRetry={reload}>
        {/* Drafts stay on the device. A full page load, because the app around this may be broken too. */}
        {personHere() && (
          <p>
            Makakapagsulat ka pa rin: <a href="/write">buksan ang papel</a>.
          </p>
        )}
      </NoSignal>
    )
  }
}
