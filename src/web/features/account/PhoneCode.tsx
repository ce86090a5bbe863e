import { Link, useLocation } from 'wouter'
import { codeOf, wordsFor } from '../../lib/failure.ts'
import { withNext } from '../../lib/next.ts'
import { Banner } from '../../ui/Banner.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { enterByPhone } from './account.api.ts'
import { Door } from './Door.tsx'
import styles from './Door.module.css'
import { SendAgain } from './SendAgain.tsx'
import { Submit } from './Submit.tsx'
import { useSubmit } from './use-submit.ts'

type Props = {
  phone: string
  next: string
  /** `maybe`: nobody learns whether the number has an account. */
  isSent: 'surely' | 'maybe'
  /** Sends another code. */
  send: () => Promise<void>
}

/** The code of an SMS opens the account. */
export function PhoneCode({ phone, next, isSent, send }: Props) {
  const [, navigate] = useLocation()
  const { busy, error, onSubmit, onChange } = useSubmit({
    check: (field) => (digitsOf(field('code')) ? undefined : 'Kailangan ang code'),
    send: async (field) => {
      await enterByPhone(phone, digitsOf(field('code')))
      navigate(next, { replace: true })
    },
    words: codeWords,
  })
  const number = <strong>+{phone}</strong>
  return (
    <Door
      title="Tingnan mo ang text namin"
      lead={
        isSent === 'surely' ? (
          <>May code kaming itinext sa {number}. I-type mo rito para makapasok.</>
        ) : (
          <>Kung may account ang {number}, may code nang papunta roon. I-type mo rito para makapasok.</>
        )
      }
      foot={<Link href={withNext('/login', next)}>Balik sa log in</Link>}
    >
      <form className={styles.form} method="post" noValidate onSubmit={onSubmit} onChange={onChange}>
        {error && <Banner kind="error">{error}</Banner>}
        <TextField
          label="Code mula sa text"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          hint="Mga numero lang. 10 minuto siyang buhay."
          required
        />
        <Submit busy={busy}>Ituloy</Submit>
        <SendAgain send={send} />
      </form>
    </Door>
  )
}

/** People paste the code with spaces. */
const digitsOf = (text: string) => text.replace(/\D/g, '')

function codeWords(error: unknown): string {
  return codeOf(error) === 'otp_expired'
    ? 'Mali ang code, o lampas na sa 10 minuto. Silipin mo ulit ang text, o magpadala ng bago.'
    : wordsFor(error)
}
