import { Link, useLocation } from 'wouter'
import { codeOf, wordsFor } from '../../lib/failure.ts'
import { Banner } from '../../ui/Banner.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { openWithCode, requestReset } from './account.api.ts'
import { Door } from './Door.tsx'
import styles from './Door.module.css'
import { SendAgain } from './SendAgain.tsx'
import { Submit } from './Submit.tsx'
import { useSubmit } from './use-submit.ts'

/** After a reset was requested. The mail has a link for this device and a code for any other. */
export function ResetCode({ email }: { email: string }) {
  const [, navigate] = useLocation()
  const { busy, error, onSubmit, onChange } = useSubmit({
    check: (field) => (digitsOf(field('code')).length === 6 ? undefined : 'Anim na numero ang code'),
    send: async (field) => {
      await openWithCode(email, digitsOf(field('code')))
      navigate('/reset-password')
    },
    words: codeWords,
  })
  return (
    <Door
      title="Tingnan mo ang email mo"
      lead={
        <>
          Kung may account ang <strong>{email}</strong>, may link at code na roon para sa bagong password.
        </>
      }
      foot={<Link href="/login">Balik sa log in</Link>}
    >
      <form className={styles.form} method="post" noValidate onSubmit={onSubmit} onChange={onChange}>
        {error && <Banner kind="error">{error}</Banner>}
        <TextField
          label="Code mula sa email"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          hint="6 na numero. Pindutin ang link, o i-type ito rito."
          required
        />
        <Submit busy={busy}>Ituloy</Submit>
        <SendAgain send={() => requestReset(email)} />
      </form>
    </Door>
  )
}

/** People paste the code with spaces. */
const digitsOf = (text: string) => text.replace(/\D/g, '')

function codeWords(error: unknown): string {
  return codeOf(error) === 'otp_expired'
    ? 'Mali ang code, o lampas na sa 10 minuto. Silipin mo ulit ang email, o magpadala ng bago.'
    : wordsFor(error)
}
