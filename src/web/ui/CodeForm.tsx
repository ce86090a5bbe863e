import { useRef } from 'react'
import { publicConfig } from '../lib/config.ts'
import { codeOf, wordsFor } from '../lib/failure.ts'
import { Banner } from './Banner.tsx'
import styles from './CodeForm.module.css'
import { SendAgain } from './SendAgain.tsx'
import { Submit } from './Submit.tsx'
import { TextField } from './TextField.tsx'
import { useSubmit } from './use-submit.ts'

type CodeFormProps = {
  from: keyof typeof hints
  /** Redeems the code. Its error is shown. */
  send: (code: string) => Promise<void>
  /** Sends another one. */
  again: () => Promise<void>
  /** Words for a failure other than a wrong code of `/verify`. */
  words?: (error: unknown) => string
}

const hints = { email: 'Pindutin ang link, o i-type ito rito.', text: 'Nasa text namin.' }
/** The server forgets a code after so many tries. */
const tries = 5

/** For the code of a mail, which is often open on another device, or of an SMS. */
export function CodeForm({ from, send, again, words = wordsFor }: CodeFormProps) {
  const length = publicConfig().features.auth?.codeLength ?? 6
  const wrong = useRef(0)
  const { busy, error, onSubmit, onChange } = useSubmit({
    check: (field) =>
      digitsOf(field('code')).length === length ? undefined : `${length} na numero ang code`,
    send: (field) => send(digitsOf(field('code'))),
    words: (failure) => {
      if (codeOf(failure) !== 'otp_expired') return words(failure)
      wrong.current += 1
      return wrong.current < tries
        ? `Mali ang code, o luma na. Silipin ulit ang pinakabagong ${from}, o magpadala ng bago.`
        : 'Limang beses nang mali, kaya hindi na gagana ang code na iyon. Okay lang: magpadala ng bago sa ibaba.'
    },
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
        ref={focusIt}
        required
      />
      <Submit busy={busy}>Ituloy</Submit>
      <SendAgain
        send={async () => {
          await again()
          wrong.current = 0
        }}
        {...(from === 'text' && { sent: 'Naitext na ulit. Baka matagalan kung mahina ang signal.' })}
      />
    </form>
  )
}

/** People paste the code with spaces. */
const digitsOf = (text: string) => text.replace(/\D/g, '')

/** It takes the place of the form that asked for the code. */
const focusIt = (field: HTMLInputElement | null) => field?.focus()
