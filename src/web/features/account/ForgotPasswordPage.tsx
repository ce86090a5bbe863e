import { useState } from 'react'
import { Link } from 'wouter'
import { Banner } from '../../ui/Banner.tsx'
import { LinkButton } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { requestReset } from './account.api.ts'
import { Door } from './Door.tsx'
import styles from './Door.module.css'
import { Submit } from './Submit.tsx'
import { useSubmit } from './use-submit.ts'

export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>()
  const { busy, error, onSubmit, onChange } = useSubmit({
    check: (field) => (field('email').trim() ? undefined : 'Kailangan ang email address'),
    send: async (field) => {
      const email = field('email').trim()
      await requestReset(email)
      setSentTo(email)
    },
  })
  if (sentTo) {
    return (
      <Door
        title="Tingnan mo ang email mo"
        lead={
          <>
            Kung may account ang <strong>{sentTo}</strong>, may link na roon para sa bagong password.
          </>
        }
      >
        <p className={styles.picture} aria-hidden="true">
          💌
        </p>
        <LinkButton href="/login" kind="quiet">
          Balik sa log in
        </LinkButton>
      </Door>
    )
  }
  return (
    <Door
      title="Nakalimutan ang password?"
      lead="Okay lang ’yan. Padadalhan ka namin ng link."
      foot={<Link href="/login">Balik sa log in</Link>}
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
        <Submit busy={busy}>Ipadala ang link</Submit>
      </form>
    </Door>
  )
}
