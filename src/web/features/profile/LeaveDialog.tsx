import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { useLocation } from 'wouter'
import { signOut, useUser } from '../../lib/session.ts'
import { showToast } from '../../lib/toast.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { PasswordField } from '../../ui/TextField.tsx'
import { deactivate } from './leave.api.ts'
import styles from './LeaveDialog.module.css'

const gone = [
  'Mga post mo sa pader',
  'Mga entry mo sa diary',
  'Mga chat at DM mo, pati ang nasa kausap mo',
  'Mga file na in-upload mo',
  'Profile, codename at avatar mo',
  'Mga komento at reaction mo',
  'Mga poll at boto mo',
]

/** Asks once more, and for the password when the log-in was long ago. Nothing closes it while it works. */
export function LeaveDialog({ onClose }: { onClose: () => void }) {
  const form = useId()
  const { failure, isWrong, asksPassword, isBusy, password, setPassword, leave } = useLeaving()
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void leave()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Deactivate Account"
      locked={isBusy}
      footer={
        <>
          <Button kind="quiet" disabled={isBusy} onClick={onClose}>
            Huwag na
          </Button>
          <Button type="submit" form={form} kind="danger" icon="trash" busy={isBusy}>
            Deactivate
          </Button>
        </>
      }
    >
      <form id={form} className={styles.asked} noValidate onSubmit={onSubmit}>
        {asksPassword ? (
          <Proof value={password} onChange={setPassword} error={isWrong ? failure : undefined} />
        ) : (
          <Consequences />
        )}
        {failure && !isWrong && <Banner kind="error">{failure}</Banner>}
      </form>
    </Dialog>
  )
}

function Consequences() {
  return (
    <>
      <p>Mabubura nang tuluyan ang lahat ng ito:</p>
      <ul className={styles.gone}>
        {gone.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      <p>
        Kung naka-Premium ka, matatapos agad ito at walang refund. Tala ng bayad lang ang maiiwan sa amin,
        nang walang nakakabit na pangalan.
      </p>
      <p className={styles.final}>Hindi na ito mababawi.</p>
    </>
  )
}

function useLeaving() {
  const { id } = useUser()
  const [, navigate] = useLocation()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [isWrong, setWrong] = useState(false)
  const [asksPassword, setAsks] = useState(false)
  const [password, setPassword] = useState('')
  const leave = async () => {
    setBusy(true)
    setFailure(undefined)
    const outcome = await deactivate(id, password)
    if (outcome.isDone) {
      // This device forgets the person, and the guard opens /login.
      await signOut()
      navigate('/login?erased', { replace: true })
      return showToast('Nabura na ang account mo. Ingat ka lagi.')
    }
    const isAsked = outcome.password ?? false
    setAsks((before) => before || isAsked)
    setWrong(isAsked)
    // The first question for the password is no failure.
    setFailure(isAsked && !asksPassword ? undefined : outcome.words)
    return setBusy(false)
  }
  return { failure, isWrong, asksPassword, isBusy, password, setPassword, leave }
}

type ProofProps = { value: string; onChange: (password: string) => void; error: string | undefined }

/** Takes the focus when it appears. */
function Proof({ value, onChange, error }: ProofProps) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.querySelector('input')?.focus(), [])
  return (
    <div ref={place} className={styles.asked}>
      <p>Para sigurado kaming ikaw ’to, ilagay ang password mo.</p>
      <PasswordField
        label="Password"
        autoComplete="current-password"
        value={value}
        error={error}
        onChange={(event) => onChange(event.target.value)}
      />
      <p className={styles.final}>Pagkatapos nito, hindi na mababawi.</p>
    </div>
  )
}
