import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useNext, withNext } from '../../lib/next.ts'
import { connect } from '../../lib/session.ts'
import { Banner } from '../../ui/Banner.tsx'
import { LinkButton } from '../../ui/Button.tsx'
import { Waiting } from '../../ui/Spinner.tsx'
import { Door } from './Door.tsx'
import { NewPasswordForm, type Recovery } from './NewPasswordForm.tsx'

type State =
  | { step: 'verifying' }
  | { step: 'form'; recovery: Recovery }
  | { step: 'done' }
  | { step: 'invalid' }

/** Time that the success message stays before the log-in page, ms (specification 1, section 9). */
const redirectAfter = 3000

export function ResetPasswordPage() {
  const [state, setState] = useState<State>({ step: 'verifying' })
  useEffect(() => {
    let here = true
    verifyLink().then(
      (recovery) => here && setState(recovery ? { step: 'form', recovery } : { step: 'invalid' }),
      () => here && setState({ step: 'invalid' }),
    )
    return () => {
      here = false
    }
  }, [])
  if (state.step === 'verifying') return <Waiting label="Tinitingnan ang link…" />
  if (state.step === 'form')
    return <NewPasswordForm recovery={state.recovery} onDone={() => setState({ step: 'done' })} />
  return state.step === 'done' ? <Done /> : <InvalidLink />
}

let recovering: Promise<Recovery | undefined> | undefined

/** The session from the mailed link, or undefined. Read once a page load, because reading clears the address. */
function verifyLink(): Promise<Recovery | undefined> {
  recovering ??= connect().then(async ({ openRecovery }) => {
    const recovery = openRecovery()
    const { data } = await recovery.getSession()
    if (data.session) return recovery
    // A code may open a session later.
    recovering = undefined
    return undefined
  })
  return recovering
}

function Done() {
  const [, navigate] = useLocation()
  const login = withNext('/login', useNext())
  useEffect(() => {
    recovering = undefined
    const timer = setTimeout(() => navigate(login, { replace: true }), redirectAfter)
    return () => clearTimeout(timer)
  }, [navigate, login])
  return (
    <Door title="Bago na ang password mo">
      <Banner kind="success">Na-reset na ang password mo! Dadalhin ka namin sa log in…</Banner>
      <LinkButton href={login} kind="quiet">
        Mag-log in na
      </LinkButton>
    </Door>
  )
}

function InvalidLink() {
  return (
    <Door title="Hindi na gumagana ang link">
      <Banner kind="error">
        The password reset link is invalid or has expired. Please request a new one.
      </Banner>
      <LinkButton href="/forgot-password">Humingi ng bagong link</LinkButton>
    </Door>
  )
}
