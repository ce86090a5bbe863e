import { useState } from 'react'
import { Link, Redirect, useLocation } from 'wouter'
import { publicConfig } from '../../lib/config.ts'
import { useNext, withNext } from '../../lib/next.ts'
import { usePhones } from '../../lib/phones.ts'
import { useSession } from '../../lib/session.ts'
import { Banner } from '../../ui/Banner.tsx'
import { PasswordField } from '../../ui/TextField.tsx'
import { passwordWords, resendText, signUp } from './account.api.ts'
import { addressOf, lackOf, type Address } from '../../domain/person/address.ts'
import { AddressField } from '../../ui/AddressField.tsx'
import { CheckYourEmail } from './CheckYourEmail.tsx'
import { Door } from './Door.tsx'
import styles from './Door.module.css'
import { OtherWays } from './OtherWays.tsx'
import { PhoneCode } from './PhoneCode.tsx'
import { SharedPost } from './SharedPost.tsx'
import { leastPassword, shortPassword } from '../../domain/person/least-password.ts'
import { Submit } from '../../ui/Submit.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { WithoutAddress } from './WithoutAddress.tsx'

export function SignupPage() {
  const session = useSession()
  const next = useNext()
  const phones = usePhones()
  const [, navigate] = useLocation()
  const [unconfirmed, setUnconfirmed] = useState<Address>()
  const { busy, error, onSubmit, onChange } = useSubmit({
    check: (field) => problemOf(field('email'), field('password'), field('confirm')),
    send: async (field) => {
      const address = addressOf(field('email'))
      if (!address) return
      const outcome = await signUp(address, field('password'), next)
      if (outcome === 'session') navigate(next, { replace: true })
      else setUnconfirmed(address)
    },
    words: passwordWords,
  })
  if (unconfirmed && 'phone' in unconfirmed) {
    const { phone } = unconfirmed
    return <PhoneCode phone={phone} next={next} isSent="surely" send={() => resendText(phone)} />
  }
  if (unconfirmed) return <CheckYourEmail email={unconfirmed.email} next={next} />
  if (session.status === 'in' && !busy) return <Redirect to={next} replace />

  return (
    <Door
      title="Dito, ikaw lang at ang nararamdaman mo"
      lead={`${phones ? 'Email o number' : 'Email'} at password lang. Codename ang makikita ng iba.`}
      above={<SharedPost next={next} />}
      foot={
        <>
          May account ka na? <Link href={withNext('/login', next)}>Log in</Link>
        </>
      }
    >
      <form className={styles.form} method="post" noValidate onSubmit={onSubmit} onChange={onChange}>
        {error && <Banner kind="error">{error}</Banner>}
        <AddressField />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          hint={`${leastPassword()} characters o higit pa`}
          required
        />
        <PasswordField label="Ulitin ang password" name="confirm" autoComplete="new-password" required />
        <Submit busy={busy}>Sign up</Submit>
        <p className={styles.small}>
          Sa pag-sign up, sinasabi mong 13 taong gulang ka na o higit pa, at tinatanggap mo ang{' '}
          <Link href="/terms">Terms</Link> at ang <Link href="/privacy">Privacy Policy</Link>.
        </p>
      </form>
      <OtherWays next={next}>
        {publicConfig().features.auth?.anonymous && (
          <WithoutAddress busy={busy} onDone={() => navigate(next, { replace: true })} />
        )}
      </OtherWays>
    </Door>
  )
}

function problemOf(email: string, password: string, confirm: string): string | undefined {
  const lack = lackOf(password && email, true)
  if (lack) return lack
  if (password !== confirm) return 'Hindi nagkapareho ang mga password'
  return shortPassword(password)
}
