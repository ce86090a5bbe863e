import { publicConfig } from '../../lib/config.ts'
import { codeOf, wordsFor } from '../../lib/failure.ts'
import { Banner } from '../../ui/Banner.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './Door.module.css'
import { SendAgain } from './SendAgain.tsx'
import { Submit } from './Submit.tsx'
import { useSubmit } from './use-submit.ts'

type CodeFormProps = {
  from: keyof typeof hints
  /** Redeems the code. Its error is shown. */
  send: (code: string) => Promise<void>
  /** Sends another one. */
  again: () => Promise<void>
  words?: (error: unknown) => string
  /** A press on this page made the form appear. */
  takesFocus?: boolean
}

const hints = { email: 'Pindutin ang link, o i-type ito rito.', text: 'Nasa text namin.' }

/** For the code of a mail, which is often open on another device, or of an SMS. */
export function CodeForm({ from, send, again, words, takesFocus = false }: CodeFormProps) {
  const length = publicConfig().features.auth?.codeLength ?? 6
  const { busy, error, onSubmit, onChange } = useSubmit({
    check: (field) =>
      digitsOf(field('code')).length === length ? undefined : `${length} na numero ang code`,
    send: (field) => send(digitsOf(field('code'))),
    words: words ?? ((failure) => codeWords(failure, from)),
  })
  return (
    <form className={styles.form} method="post" noValidate onSubmit={onSubmit} onChange={onChange}>
      {error && <Banner kind="error">{error}</Banner>}
      <TextField
        label={`Code mula sa ${from}`}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        hint={`${length} na numero. ${hints[from]}`}
        {...(takesFocus && { ref: focusIt })}
        required
      />
      <Submit busy={busy}>Ituloy</Submit>
      <SendAgain
        send={again}
        {...(from === 'text' && { sent: 'Naitext na ulit. Baka matagalan kung mahina ang signal.' })}
      />
    </form>
  )
}

const focusIt = (field: HTMLInputElement | null) => field?.focus()

/** People paste the code with spaces. */
const digitsOf = (text: string) => text.replace(/\D/g, '')

function codeWords(error: unknown, from: string): string {
  return codeOf(error) === 'otp_expired'
    ? `Mali ang code, o lampas na sa 10 minuto. Silipin mo ulit ang ${from}, o magpadala ng bago.`
    : wordsFor(error)
}
