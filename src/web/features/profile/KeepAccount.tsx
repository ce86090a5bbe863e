import { useState, type FormEvent } from 'react'
import { limits } from '../../../shared/limits.ts'
import { showToast } from '../../lib/toast.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { PasswordField, TextField } from '../../ui/TextField.tsx'
import styles from './KeepAccount.module.css'
import { keepAccount, keepWords } from './keep-account.api.ts'

/** Gives an account without an address its address and password. Until then this device alone opens it. */
export function KeepAccount() {
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [sentTo, setSentTo] = useState<string>()
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const [email, password] = [textIn(data, 'email'), textIn(data, 'password')]
    const lack = lackOf(email, password)
    setFailure(lack)
    if (lack) return
    setBusy(true)
    try {
      const outcome = await keepAccount(email.trim(), password)
      if (outcome === 'confirm') setSentTo(email.trim())
      else showToast('Ayan, sa ’yo na talaga ang account na ito.')
    } catch (error) {
      setFailure(keepWords(error))
    }
    setBusy(false)
  }
  if (sentTo)
    return (
      <Banner kind="note">
        May link kaming ipinadala sa <strong>{sentTo}</strong>. Pindutin mo iyon para matapos. Bukas pa rin
        ang account mo rito habang naghihintay.
      </Banner>
    )
  return (
    <form className={styles.form} method="post" noValidate onSubmit={(event) => void onSubmit(event)}>
      <h3>Para hindi ito mawala</h3>
      <p className={styles.note}>
        Sa device na ito lang mabubuksan ang account mo. Lagyan mo ng email at password, at nandito pa rin ang
        lahat saan ka man mag-log in.
      </p>
      {failure && <Banner kind="error">{failure}</Banner>}
      <TextField label="Email" name="email" type="email" autoComplete="username" inputMode="email" required />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        hint={`${limits.passwordMin} characters o higit pa`}
        required
      />
      <Button type="submit" busy={isBusy}>
        I-save ang account ko
      </Button>
    </form>
  )
}

function textIn(data: FormData, name: string): string {
  const value = data.get(name)
  return typeof value === 'string' ? value : ''
}

function lackOf(email: string, password: string): string | undefined {
  if (!email.trim() || !password) return 'Kailangan ang email at password'
  return password.length < limits.passwordMin
    ? `Dapat may ${limits.passwordMin} characters o higit pa ang password`
    : undefined
}
