import { useState } from 'react'
import { Link, Redirect, useLocation } from 'wouter'
import { useNext, withNext } from '../../lib/next.ts'
import { useSession } from '../../lib/session.ts'
import { Banner } from '../../ui/Banner.tsx'
import { PasswordField, TextField } from '../../ui/TextField.tsx'
import { passwordWords, signUp } from './account.api.ts'
import { CheckYourEmail } from './CheckYourEmail.tsx'
import { Door } from './Door.tsx'
import styles from './Door.module.css'
import { SharedPost } from './SharedPost.tsx'
import { leastPassword, shortPassword } from './least-password.ts'
import { Submit } from './Submit.tsx'
import { useSubmit } from './use-submit.ts'

export function SignupPage() {
  const session = useSession()
  const next = useNext()
  const [, navigate] = useLocation()
  const [unconfirmed, setUnconfirmed] = useState<string>()
  const { busy, error, onSubmit, onChange } = useSubmit({
    check: (field) => problemOf(field('email'), field('password'), field('confirm')),
    send: async (field) => {
      const email = field('email').trim()
      const outcome = await signUp(email, field('password'), next)
      if (outcome === 'session') navigate(next, { replace: true })
      else setUnconfirmed(email)
    },
    words: passwordWords,
  })
  if (unconfirmed) return <CheckYourEmail email={unconfirmed} next={next} />
  if (session.status === 'in' && !busy) return <Redirect to={next} replace />

  return (
    <Door
      title="Dito, ikaw lang at ang nararamdaman mo"
      lead="Email at password lang. Codename ang makikita ng iba."
      above={<SharedPost next={next} />}
      foot={
        <>
          May account ka na? <Link href={withNext('/login', next)}>Log in</Link>
        </>
      }
    >
      <form className={styles.form} method="post" noValidate onSubmit={onSubmit} onChange={onChange}>
        {error && <Banner kind="error">{error}</Banner>}
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          inputMode="email"
          required
        />
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
    </Door>
  )
}

function problemOf(email: string, password: string, confirm: string): string | undefined {
  if (!email.trim() || !password) return 'Kailangan ang email at password'
  if (password !== confirm) return 'Hindi nagkapareho ang mga password'
  return shortPassword(password)
}
