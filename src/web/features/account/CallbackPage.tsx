import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useNext } from '../../lib/next.ts'
import { connect } from '../../lib/session.ts'
import type { Link } from '../../lib/session-link.ts'
import { showToast } from '../../lib/toast.ts'
import { Button } from '../../ui/Button.tsx'
import { Waiting } from '../../ui/Spinner.tsx'
import { goOn } from './account.api.ts'
import { Door } from './Door.tsx'
import styles from './Door.module.css'

type Question = Extract<Link, { kind: 'ask' }>

/** The target of mailed links: takes the session from the address, creates a missing profile, and redirects. */
export function CallbackPage() {
  const next = useNext()
  const [, navigate] = useLocation()
  const [question, setQuestion] = useState<Question>()
  useEffect(() => {
    void findWay(next).then((way) =>
      typeof way === 'string' ? navigate(way, { replace: true }) : setQuestion(way),
    )
  }, [next, navigate])
  if (question)
    return (
      <Choice
        question={question}
        onStay={() => navigate(next, { replace: true })}
        onSwitch={async () => navigate(await switchTo(question, next), { replace: true })}
      />
    )
  return (
    <>
      <h1 className="visually-hidden">Sandali lang</h1>
      <Waiting />
    </>
  )
}

type ChoiceProps = { question: Question; onStay: () => void; onSwitch: () => Promise<void> }

function Choice({ question, onStay, onSwitch }: ChoiceProps) {
  const [busy, setBusy] = useState(false)
  return (
    <Door
      title="Sino ang papasok?"
      lead={
        <>
          Naka-log in dito si <strong>{question.here || 'ibang account'}</strong>. Para kay{' '}
          <strong>{question.linked}</strong> ang link na binuksan mo.
        </>
      }
    >
      <div className={styles.form}>
        <p>Kung hindi ikaw ang humingi ng link, huwag kang lumipat.</p>
        <Button disabled={busy} onClick={onStay}>
          Huwag lumipat
        </Button>
        <Button
          kind="quiet"
          busy={busy}
          onClick={() => {
            setBusy(true)
            void onSwitch()
          }}
        >
          Lumipat ng account
        </Button>
      </div>
    </Door>
  )
}

/** Specification 1, section 2: to /login without a session or after an error, to /codename after creating a profile, otherwise onward. */
async function findWay(next: string): Promise<string | Question> {
  const hash = new URLSearchParams(location.hash.slice(1))
  const query = new URLSearchParams(location.search)
  const code = query.get('code')
  if (code) return comeFromProvider(code, next)
  // Only a provider's way back has its refusal there.
  const refused = query.get('error_code')
  if (refused !== null) return stopped(refused, next)
  // One of the two mailboxes of a change of address.
  if (hash.has('message')) showToast('Ayos! Isa na lang: pindutin din ang link sa kabilang email.')
  try {
    const { auth, linkHere } = await connect()
    const link = linkHere()
    // The tokens do not stay in the address.
    if (link.kind === 'ask') {
      history.replaceState(history.state, '', location.pathname + location.search)
      return link
    }
    const { data, error } = await auth().getSession()
    // A link that was used, or is too old. Nothing else changes for a person who is logged in.
    if (hash.has('error')) {
      if (!data.session) return stopped(hash.get('error_code') ?? '', next)
      showToast('Hindi na gumagana ang link. Ikaw pa rin ang naka-log in.', 'error')
      return next
    }
    // A link opened in another browser has confirmed the address, but must not log a person in there.
    if (error || !data.session) return link.kind === 'refused' ? '/login?confirmed' : '/login'
    if (link.kind === 'refused') showToast(`Hindi kami nagpalit ng account. Ikaw pa rin si ${link.here}.`)
    return await goOn(data.session.user, next)
  } catch {
    return '/login'
  }
}

/** Only a log-in that began in this browser can end here, so it cannot bring a stranger's session. */
async function comeFromProvider(code: string, next: string): Promise<string> {
  try {
    const { enterWithCode } = await import('./provider-login.ts')
    return await goOn(await enterWithCode(code), next)
  } catch {
    return stopped('', next)
  }
}

const stopped = (reason: string, next: string) =>
  `/login?${new URLSearchParams({ stopped: reason, next }).toString()}`

/** Logs in the link's person. Then ends the other session, whose unsent words stay on this device. */
async function switchTo({ tokens }: Question, next: string): Promise<string> {
  try {
    const { auth } = await connect()
    const before = (await auth().getSession()).data.session
    const { data, error } = await auth().setSession(tokens)
    if (error || !data.user) throw error ?? new Error('the link has no person')
    if (before) void auth().admin.signOut(before.access_token, 'local')
    return await goOn(data.user, next)
  } catch {
    showToast('Hindi na gumagana ang link. Ikaw pa rin ang naka-log in.', 'error')
    return next
  }
}
