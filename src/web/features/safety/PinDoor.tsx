import { useState, type FormEvent } from 'react'
import { forgetCopy } from '../../domain/device/device.ts'
import { giveUpPin, isPin, pinTries, tryPin, useTries } from '../../domain/device/pin.ts'
import { endSession } from '../../lib/session.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Paper } from '../../ui/Paper.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './PinDoor.module.css'

/** Asks for the PIN of this device. It does not say whose it is. */
export function PinDoor({ userId }: { userId: string }) {
  const { submit, digits, type, error, isBusy } = useTrying(userId)
  const left = useTries(userId)
  const [isForgotten, setForgotten] = useState(false)
  return (
    <Paper taped className={styles.sheet}>
      <h1>PIN muna</h1>
      <form className={styles.form} noValidate onSubmit={submit}>
        {error && <Banner kind="error">{error}</Banner>}
        <TextField
          label="PIN"
          type="password"
          inputMode="numeric"
          autoComplete="off"
          enterKeyHint="go"
          maxLength={6}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only control of the page
          autoFocus
          value={digits}
          onChange={(event) => type(event.target.value)}
        />
        {(left <= 2 || isForgotten) && <Leaving left={left} />}
        <Button type="submit" size="large" wide busy={isBusy}>
          Buksan
        </Button>
      </form>
      {isForgotten ? (
        <Button kind="quiet" wide icon="logout" onClick={() => void leave(userId)}>
          Mag-log out dito
        </Button>
      ) : (
        <Button kind="plain" onClick={() => setForgotten(true)}>
          Nakalimutan ang PIN?
        </Button>
      )}
    </Paper>
  )
}

function useTrying(userId: string) {
  const [digits, setDigits] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  async function open() {
    if (isBusy) return
    if (!isPin(digits)) return setError('4 hanggang 6 na numero ang PIN.')
    setBusy(true)
    const outcome = await tryPin(userId, digits).catch(() => 'failed' as const)
    if (outcome === 'open') return
    if (outcome === 0) await leave(userId)
    setBusy(false)
    setDigits('')
    if (outcome === 0) return
    setError(
      outcome === 'failed'
        ? 'Hindi masuri ng browser na ito ang PIN. Puwede kang mag-log out at pumasok ulit.'
        : `Hindi ’yan ang PIN. May ${outcome} subok ka pa sa ${pinTries}.`,
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void open()
  }
  const type = (typed: string) => {
    setDigits(typed.replaceAll(/\D/g, ''))
    setError(undefined)
  }
  return { submit, digits, type, error, isBusy }
}

/** Says what a forgotten PIN or the last wrong try will cost. */
function Leaving({ left }: { left: number }) {
  return (
    <Banner kind="note">
      <p>
        {left > 0 && left <= 2 && `Pag naubos ang ${left} subok na natitira, mala-log out ka rito. `}
        Sa pag-log out, papasok ka ulit gamit ang email at password mo, at mawawala ang PIN. Nasa account mo
        pa rin ang diary at mga post mo.
      </p>
      <p>Ang sinimulan mong isulat at ang hindi pa naipapadala, hihintayin ka rito.</p>
    </Banner>
  )
}

/**
 * Ends the session and removes the PIN and the diary's copy. Unsent words stay: the person at the door has not shown that they are
 * theirs.
 */
async function leave(userId: string): Promise<void> {
  giveUpPin(userId)
  await Promise.all([forgetCopy(userId).catch(() => undefined), endSession()])
}
