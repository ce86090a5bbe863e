import type { AuthClient, User } from '@supabase/auth-js'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { codeOf } from '../../lib/failure.ts'
import { endSession } from '../../lib/session.ts'
import { mayHaveSession, storedUser } from '../../lib/session-storage.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { PasswordField } from '../../ui/TextField.tsx'
import { passwordWords } from './account.api.ts'
import { Door } from './Door.tsx'
import styles from './Door.module.css'
import { leastPassword, shortPassword } from '../../domain/person/least-password.ts'
import { Submit } from '../../ui/Submit.tsx'

/** The client with the session from the mailed link. */
export type Recovery = InstanceType<typeof AuthClient>

export function NewPasswordForm({ recovery, onDone }: { recovery: Recovery; onDone: () => void }) {
  const [password, setPassword] = useState('')
  const [confirm, setConfirm] = useState('')
  const [error, setError] = useState<string>()
  const [lack, setLack] = useState<string>()
  const [busy, setBusy] = useState(false)
  const sending = useRef(false)

  async function submit() {
    if (sending.current) return
    const problem = problemOf(password, confirm)
    setLack(problem)
    setError(undefined)
    if (problem) return
    sending.current = true
    setBusy(true)
    try {
      await setNewPassword(recovery, password)
      onDone()
    } catch (failure) {
      setError(resetWords(failure))
      setBusy(false)
    }
    sending.current = false
  }

  // The words about a field go once the field is right. What the server refused is no longer in the form.
  const words = lack !== undefined && lack === problemOf(password, confirm) ? lack : error
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit()
  }
  return (
    <Door title="Gumawa ng bagong password" lead={<Whose recovery={recovery} />}>
      <form
        className={styles.form}
        method="post"
        noValidate
        onSubmit={onSubmit}
        onChange={() => setError(undefined)}
      >
        {words && <Banner kind="error">{words}</Banner>}
        <PasswordField
          label="Bagong password"
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <PasswordField
          label="Ulitin ang bagong password"
          autoComplete="new-password"
          value={confirm}
          onChange={(event) => setConfirm(event.target.value)}
        />
        <ul className={styles.checks}>
          <Check met={!shortPassword(password)}>{`At least ${leastPassword()} characters`}</Check>
          <Check met={password !== '' && password === confirm}>Passwords match</Check>
        </ul>
        <Submit busy={busy}>Palitan ang password</Submit>
      </form>
    </Door>
  )
}

/** Names the link's account, and the other one that a new password logs out here. */
function Whose({ recovery }: { recovery: Recovery }) {
  const [linked, setLinked] = useState<User>()
  useEffect(() => void recovery.getSession().then(({ data }) => setLinked(data.session?.user)), [recovery])
  const here = storedUser()
  if (!linked) return 'Huling hakbang na lang.'
  return (
    <>
      Huling hakbang na lang, para kay <strong>{linked.email}</strong>.
      {here && here.id !== linked.id && (
        <>
          {' '}
          Naka-log in dito si <strong>{here.email || 'ibang account'}</strong>. Mala-log out siya kapag
          pinalitan mo.
        </>
      )}
    </>
  )
}

function Check({ met, children }: { met: boolean; children: string }) {
  return (
    <li className={styles.check} data-met={met}>
      <span className={styles.dot}>{met && <Icon name="check" size={14} />}</span>
      <span lang="en">{children}</span>
      <span className="visually-hidden">{met ? '(oo na)' : '(hindi pa)'}</span>
    </li>
  )
}

function problemOf(password: string, confirm: string): string | undefined {
  if (!password || !confirm) return 'Kailangan ang lahat ng fields'
  if (password !== confirm) return 'Hindi nagkapareho ang mga password'
  return shortPassword(password)
}

async function setNewPassword(recovery: Recovery, password: string): Promise<void> {
  const { error } = await recovery.updateUser({ password })
  if (error) throw error
  // The link is used up. Any other session in this browser logs in again too.
  await recovery.signOut({ scope: 'local' }).catch(() => undefined)
  if (mayHaveSession()) await endSession()
}

function resetWords(error: unknown): string {
  const ended = ['session_not_found', 'bad_jwt', 'no_authorization', 'reauthentication_needed'].includes(
    codeOf(error),
  )
  if (ended || (error instanceof Error && error.name === 'AuthSessionMissingError'))
    return 'Invalid or expired reset link. Please request a new password reset.'
  return passwordWords(error, 'Failed to reset password. Please try again.')
}
