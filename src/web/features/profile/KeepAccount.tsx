import { useEffect, useState } from 'react'
import { addressOf, lackOf, type Address } from '../../domain/person/address.ts'
import { leastPassword, shortPassword } from '../../domain/person/least-password.ts'
import { usePhones } from '../../lib/phones.ts'
import { showToast } from '../../lib/toast.ts'
import { AddressField } from '../../ui/AddressField.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { CodeForm } from '../../ui/CodeForm.tsx'
import { PasswordField } from '../../ui/TextField.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { changeAddress, changeWords, confirmAddress, noticeKept, resendCode } from './change-address.api.ts'
import styles from './KeepAccount.module.css'

/** Gives an account without an address its address and password. Until then this device alone opens it. */
export function KeepAccount() {
  const phones = usePhones()
  const [sentTo, setSentTo] = useState<Address>()
  const { busy, error, onSubmit, onChange } = useSubmit({
    check: (field) => lackOf(field('password') && field('email'), true) ?? shortPassword(field('password')),
    send: async (field) => {
      const to = addressOf(field('email'))
      if (!to) return
      const outcome = await changeAddress(to, { password: field('password') })
      if (outcome === 'done') showToast(kept)
      else setSentTo(to)
    },
    words: (failure) => changeWords(failure) ?? '',
  })
  useEffect(() => {
    const look = () => document.visibilityState === 'visible' && void noticeKept()
    look()
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [])
  if (sentTo) return <Confirming to={sentTo} />
  return (
    <form className={styles.form} method="post" noValidate onSubmit={onSubmit} onChange={onChange}>
      <h3>Para hindi ito mawala</h3>
      <p className={styles.note}>
        Sa device na ito lang mabubuksan ang account mo. Kapag nawala o napalitan ang phone, hindi na namin
        ito maibabalik. Lagyan mo ng {phones ? 'email o number' : 'email'} at password, at nandito pa rin ang
        lahat saan ka man mag-log in.
      </p>
      {error && <Banner kind="error">{error}</Banner>}
      <AddressField />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        hint={`${leastPassword()} characters o higit pa`}
        required
      />
      <Button type="submit" busy={busy}>
        I-save ang account ko
      </Button>
    </form>
  )
}

const kept = 'Ayan, sa ’yo na talaga ang account na ito.'

function Confirming({ to }: { to: Address }) {
  const isMail = 'email' in to
  return (
    <div className={styles.form}>
      <h3>Isang hakbang na lang</h3>
      <p className={styles.note}>
        {isMail ? 'May link at code kaming ipinadala sa ' : 'May code kaming itinext sa '}
        <strong>{isMail ? to.email : `+${to.phone}`}</strong>. Bukas pa rin ang account mo rito habang
        naghihintay.
      </p>
      <CodeForm
        from={isMail ? 'email' : 'text'}
        send={async (code) => {
          await confirmAddress(to, code)
          showToast(kept)
        }}
        again={() => resendCode(to, undefined)}
      />
    </div>
  )
}
