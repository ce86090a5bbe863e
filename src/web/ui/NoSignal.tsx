import type { ReactNode } from 'react'
import { useSignal } from '../lib/signal.ts'
import { Button } from './Button.tsx'
import { EmptyState } from './EmptyState.tsx'

type NoSignalProps = {
  /** The thing that cannot be shown: "ang pader". */
  what: string
  onRetry?: (() => void) | undefined
  children?: ReactNode
}

/** Replaces a page that could not be fetched, and says on whose side the fault is. The shell's strip is hidden meanwhile. */
export function NoSignal({ what, onRetry, children }: NoSignalProps) {
  const isOffline = useSignal() === 'offline'
  return (
    <div data-no-signal="">
      <EmptyState
        picture={isOffline ? '📶' : '🔧'}
        title={isOffline ? 'Walang internet' : 'May problema sa amin'}
        action={onRetry && <Button onClick={onRetry}>Subukan ulit</Button>}
      >
        {isOffline ? (
          <p>Pagbalik ng signal, bubukas {what} nang kusa. Hinga muna.</p>
        ) : (
          <p>
            Susubukan namin ulit, at kusang bubukas {what}. Kung ayaw ring bumukas ng ibang app, baka load o
            signal mo lang.
          </p>
        )}
        {children}
      </EmptyState>
    </div>
  )
}
