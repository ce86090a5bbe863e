import { useState } from 'react'
import { Link } from 'wouter'
import { digitsOf, passWithApp, passWithBackup, stepWords } from '../../domain/person/second-step.ts'
import { stepBack } from '../../lib/session.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { Door } from './Door.tsx'
import styles from './Door.module.css'
import { Submit } from './Submit.tsx'
import { useSubmit } from './use-submit.ts'

/** After the right password of a person whose account has a second step. */
export function SecondStep() {
  const [by, setBy] = useState<'app' | 'backup'>('app')
  return (
    <Door
      title="Isang hakbang na lang"
      lead={
        by === 'app'
          ? 'Buksan ang authenticator app mo, at i-type ang code na nandoon para sa Emote.'
          : 'I-type ang isa sa mga backup code na itinago mo. Isang beses lang gagana ang bawat isa.'
      }
      foot={
        <Button kind="plain" onClick={() => void stepBack()}>
          Ibang account ang gagamitin
        </Button>
      }
    >
      {by === 'app' ? <AppCode /> : <BackupCode />}
      <Button kind="quiet" onClick={() => setBy(by === 'app' ? 'backup' : 'app')}>
        {by === 'app' ? 'Wala sa ’kin ang app ngayon' : 'Gamitin ang app'}
      </Button>
      {by === 'backup' && (
        <p className={styles.small}>
          Wala na rin ang mga backup code mo? <Link href="/contact">Sabihan mo kami.</Link>
        </p>
      )}
    </Door>
  )
}

function AppCode() {
  const { busy, error, onSubmit, onChange } = useSubmit({
    check: (field) => (digitsOf(field('code')).length === 6 ? undefined : 'Anim na numero ang code'),
    send: (field) => passWithApp(digitsOf(field('code'))),
    words: (failure) => stepWords(failure, 'app'),
  })
  return (
    <form className={styles.form} method="post" noValidate onSubmit={onSubmit} onChange={onChange}>
      {error && <Banner kind="error">{error}</Banner>}
      <TextField
        label="Code mula sa app"
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        hint="6 na numero. Nagbabago ito bawat 30 segundo."
        ref={focusIt}
        required
      />
      <Submit busy={busy}>Pumasok</Submit>
    </form>
  )
}

function BackupCode() {
  const { busy, error, onSubmit, onChange } = useSubmit({
    check: (field) => (field('code').trim() ? undefined : 'Kailangan ang backup code'),
    send: (field) => passWithBackup(field('code')),
    words: (failure) => stepWords(failure, 'backup'),
  })
  return (
    <form className={styles.form} method="post" noValidate onSubmit={onSubmit} onChange={onChange}>
      {error && <Banner kind="error">{error}</Banner>}
      <TextField
        label="Backup code"
        name="code"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint="Ayos lang kung may gitling o puwang."
        ref={focusIt}
        required
      />
      <Submit busy={busy}>Pumasok</Submit>
    </form>
  )
}

/** The field is the only thing to do here. */
const focusIt = (field: HTMLInputElement | null) => field?.focus()
