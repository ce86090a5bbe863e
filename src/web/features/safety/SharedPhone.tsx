import { useId, useRef, useState, type FormEvent } from 'react'
import { dropPin, isPin, pinTries, setPin, usePin } from '../../domain/device/pin.ts'
import { useExitButton } from '../../domain/device/quick-exit.ts'
import { useUser } from '../../lib/session.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { showToast } from '../../lib/toast.ts'
import styles from './SharedPhone.module.css'

/** Settings for a device that others use too. They hold on this device only. */
export function SharedPhone() {
  const { id } = useUser()
  const { hasPin } = usePin(id)
  return (
    <>
      <section className={styles.part}>
        <h4>PIN ng app</h4>
        <p className={styles.note}>
          Hihingin tuwing bubuksan ang Emote dito, at pag 5 minuto kang walang ginagawa. Harang ito sa
          mausisang mata: hindi nito nilo-lock ang mga salita mismo, kaya makukuha pa rin ng marunong. Pag{' '}
          {pinTries} beses na mali, mala-log out ka rito.
        </p>
        {hasPin ? <PinSet userId={id} /> : <NewPin userId={id} />}
      </section>
      <QuickExit />
    </>
  )
}

function PinSet({ userId }: { userId: string }) {
  const drop = () => {
    dropPin(userId)
    showToast('Wala nang PIN dito.')
  }
  return (
    <div className={styles.set}>
      <Banner kind="success">May PIN ang Emote dito.</Banner>
      <Button kind="quiet" size="small" onClick={drop}>
        Alisin ang PIN
      </Button>
    </div>
  )
}

const wrongShape = '4 hanggang 6 na numero ang PIN.'
const differ = 'Hindi nagkapareho ang dalawang PIN.'
const failed = 'Hindi kaya ng browser na ito ang PIN.'

function NewPin({ userId }: { userId: string }) {
  const form = useRef<HTMLFormElement>(null)
  const [pin, setNew] = useState('')
  const [again, setAgain] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function save() {
    const problem = isPin(pin) ? (pin === again ? undefined : differ) : wrongShape
    setError(problem)
    if (problem) return form.current?.querySelector('input')?.focus()
    setBusy(true)
    try {
      await setPin(userId, pin)
      showToast('May PIN na ang Emote dito. 🔒')
    } catch {
      setError(failed)
      setBusy(false)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) void save()
  }
  const digits = (put: (text: string) => void) => ({
    type: 'password',
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    maxLength: 6,
    onChange: (event: { target: { value: string } }) => {
      put(event.target.value.replaceAll(/\D/g, ''))
      setError(undefined)
    },
  })
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
      {error && <Banner kind="error">{error}</Banner>}
      <TextField label="Bagong PIN" hint="4 hanggang 6 na numero" value={pin} {...digits(setNew)} />
      <TextField label="Ulitin ang PIN" value={again} {...digits(setAgain)} />
      <Button type="submit" kind="quiet" icon="lock" busy={isBusy}>
        Lagyan ng PIN
      </Button>
    </form>
  )
}

function QuickExit() {
  const about = useId()
  const { isWanted, want } = useExitButton()
  return (
    <section className={styles.part}>
      <h4>Labas agad</h4>
      <p className={styles.note}>
        Pindutin ang <kbd>Shift</kbd> nang tatlong beses, mabilis at magkakasunod: mawawala agad ang Emote sa
        lahat ng tab, at Google ang lalabas. Hindi mawawala ang sinusulat mo.
      </p>
      <Switch checked={isWanted} onChange={want} about={about}>
        Ipakita rin ang button na “Labas agad”
      </Switch>
      <p id={about} className={styles.note}>
        Para sa phone, na walang Shift. Hindi nito mabubura ang history ng browser: nandoon pa rin na nagbukas
        ka ng Emote.
      </p>
    </section>
  )
}
