import type { ReactNode } from 'react'
import { Redirect, useLocation, useSearch } from 'wouter'
import { withNext } from '../lib/next.ts'
import { useSession } from '../lib/session.ts'
import { Waiting } from '../ui/Spinner.tsx'
import { inside, titleOf } from './screens.ts'

/** Lets people with a session pass. A visitor goes to /signup, a person whose session ended to /login; both come back afterwards. */
export function Guard({ children }: { children: ReactNode }) {
  const session = useSession()
  const [pathname] = useLocation()
  const search = useSearch()
  if (session.status === 'loading') return <Waiting />
  // The key gives another person fresh pages.
  if (session.status === 'in')
    return (
      <inside.Component key={session.user.id} userId={session.user.id} titleOf={titleOf}>
        {children}
      </inside.Component>
    )
  if (session.ended === 'here') return <Redirect to="/login" replace />
  const door = session.ended ? '/login' : '/signup'
  return <Redirect to={withNext(door, pathname + (search && `?${search}`))} replace />
}
