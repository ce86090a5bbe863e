import { Suspense } from 'react'
import { Landing } from '../features/landing/Landing.tsx'
import { chunk } from '../lib/chunks.ts'
import { useSession } from '../lib/session.ts'

const CodenamePrompt = chunk(() =>
  import('../features/account/CodenamePrompt.tsx').then((m) => m.CodenamePrompt),
).Component

/** The landing page. It asks a signed-in person without a codename for one. */
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
