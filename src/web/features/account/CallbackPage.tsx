import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { useNext, withNext } from '../../lib/next.ts'
import { connect } from '../../lib/session.ts'
import { forgetFlow } from '../../lib/session-storage.ts'
import { Waiting } from '../../ui/Spinner.tsx'
import { findOrMakeProfile } from './account.api.ts'

/** The target of mailed links: takes the session from the address, creates a missing profile, and redirects. */
export function CallbackPage() {
  const next = useNext()
  const [, navigate] = useLocation()
  useEffect(() => {
    void findWay(next).then((way) => navigate(way, { replace: true }))
  }, [next, navigate])
  return (
    <>
      <h1 className="visually-hidden">Sandali lang</h1>
      <Waiting />
    </>
  )
}

/** Specification 1, section 2: to /login without a session or after an error, to /codename after creating a profile, otherwise onward. */
async function findWay(next: string): Promise<string> {
  // Threat 14: a link opened in another browser has confirmed the address, but must not log a person in there.
  const brought = new URLSearchParams(location.hash.slice(1)).has('access_token')
  try {
    const { auth } = await connect()
    const { data, error } = await auth().getSession()
    if (error || !data.session) return brought ? '/login?confirmed' : '/login'
    forgetFlow()
    return (await findOrMakeProfile(data.session.user)) === 'made' ? withNext('/codename', next) : next
  } catch {
    return '/login'
  }
}
