import { Suspense } from 'react'
import { Landing } from '../features/landing/Landing.tsx'
import { useSession } from '../lib/session.ts'
import { page } from './page.ts'

const CodenamePrompt = page(() =>
  import('../features/account/CodenamePrompt.tsx').then((m) => m.CodenamePrompt),
).Component

/** The landing page; who is signed in without a codename is asked for one here. */
export function Home() {
  const session = useSession()
  return (
    <>
      <Landing />
      {session.status === 'in' && (
        <Suspense>
          <CodenamePrompt />
        </Suspense>
      )}
    </>
  )
}
