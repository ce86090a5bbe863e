import { useState } from 'react'
import { Link } from 'wouter'
import { Banner } from '../../ui/Banner.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { requestReset } from './account.api.ts'
import { Door } from './Door.tsx'
import styles from './Door.module.css'
import { ResetCode } from './ResetCode.tsx'
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
  if (sentTo) return <ResetCode email={sentTo} />
  return (
    <Door
      title="Nakalimutan ang password?"
      lead="Okay lang ’yan. Padadalhan ka namin ng link at code."
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
        <Submit busy={busy}>Ipadala</Submit>
      </form>
    </Door>
  )
}
