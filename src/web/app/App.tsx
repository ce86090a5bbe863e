import { Suspense, type ReactNode } from 'react'
import { Redirect, Route, Router, useLocation } from 'wouter'
import { routeOf } from '../../shared/routes.ts'
import { useSession } from '../lib/session.ts'
import '../ui/fonts.css'
import '../ui/tokens.css'
import '../ui/base.css'
import { Waiting } from '../ui/Spinner.tsx'
import { ToastRegion } from '../ui/Toast.tsx'
import { Guard } from './Guard.tsx'
import { Mishap } from './Mishap.tsx'
import { useArrival, withTransition } from './navigation.ts'
import { frames, screens } from './screens.ts'

/** The whole app. The build passes `path` when it prerenders. The browser uses the address. */
export function App({ path }: { path?: string }) {
  return (
    // Prerendered HTML has no query. Hydration starts without one, then the page follows the address.
    <Router {...(path ? { ssrPath: path } : {})} ssrSearch="" aroundNav={withTransition}>
      <Screens />
      <ToastRegion />
    </Router>
  )
}

function Screens() {
  const [pathname] = useLocation()
  useArrival(pathname)
  const route = routeOf(pathname)
  if (!route) return <Lost />
  const screen = screens[route.path]
  const Frame = frames[screen.frame].Component
  const Page = screen.page.Component
  const content = (
    <Frame>
      <Mishap key={pathname}>
        <Suspense fallback={<Waiting />}>
          <Route path={route.path}>
            <Page />
          </Route>
        </Suspense>
      </Mishap>
    </Frame>
  )
  return <Outer>{route.access === 'public' ? content : <Guard>{content}</Guard>}</Outer>
}

function Outer({ children }: { children: ReactNode }) {
  return (
    <Mishap>
      <Suspense fallback={<Waiting />}>{children}</Suspense>
    </Mishap>
  )
}

/** An unknown address leads a member to /write and a visitor to / (specification 2, section 2). */
function Lost() {
  const session = useSession()
  if (session.status === 'loading') return <Waiting />
  return <Redirect to={session.status === 'in' ? '/write' : '/'} replace />
}
