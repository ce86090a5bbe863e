import { useState } from 'react'
import { addressOf, lackOf, type Address } from '../../domain/person/address.ts'
import { codeOf, wordsFor } from '../../lib/failure.ts'
import { useUser } from '../../lib/session.ts'
import { showToast } from '../../lib/toast.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { CodeForm } from '../../ui/CodeForm.tsx'
import { PasswordField, TextField } from '../../ui/TextField.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { askForProof, changeAddress, changeWords, confirmAddress, resendCode } from './change-address.api.ts'
import styles from './ChangeAddress.module.css'

type Props = { kind: 'email' | 'phone'; onDone: () => void }

/** A new mail address or number for an account that has one. The code of each mailbox may be typed here, or its link pressed. */
export function ChangeAddress({ kind, onDone }: Props) {
  const { email, phone } = useUser()
  const [before] = useState(kind === 'email' ? email : phone)
  const [sentTo, setSentTo] = useState<Address>()
  const end = () => {
    showToast(kind === 'email' ? 'Ayan, bago na ang email mo.' : 'Ayan, puwede na ’yan sa log in.')
    onDone()
  }
  if (sentTo) return <Confirming to={sentTo} before={before} onDone={end} />
  return <Asking kind={kind} onDone={end} onSent={setSentTo} />
}

function Asking({ kind, onDone, onSent }: Props & { onSent: (to: Address) => void }) {
  const [proof, setProof] = useState<'none' | 'password' | 'code'>('none')
  const isMail = kind === 'email'
  const { busy, error, onSubmit, onChange } = useSubmit({
    check: (field) =>
      lackOf(field('address')) ??
      (kind in (addressOf(field('address')) ?? {})
        ? undefined
        : isMail
          ? 'Email ang kailangan dito, gaya ng ikaw@example.com'
          : 'Number ang kailangan dito, gaya ng 0917 123 4567'),
    send: async (field) => {
      const to = addressOf(field('address'))
      if (!to) return
      const asked = {
        ...(field('password') && { current_password: field('password') }),
        ...(field('code') && { nonce: field('code').replace(/\D/g, '') }),
      }
      const outcome = await changeAddress(to, asked)
      if (outcome === 'done') onDone()
      else onSent(to)
    },
    words: (failure) => {
      if (codeOf(failure) === 'reauthentication_needed') setProof('password')
      return changeWords(failure) ?? ''
    },
  })
  return (
    <form className={styles.form} method="post" noValidate onSubmit={onSubmit} onChange={onChange}>
      {error && <Banner kind="error">{error}</Banner>}
      <TextField
        label={isMail ? 'Bagong email' : 'Cellphone number'}
        name="address"
        type={isMail ? 'email' : 'tel'}
        inputMode={isMail ? 'email' : 'tel'}
        autoComplete={isMail ? 'email' : 'tel'}
        autoCapitalize="none"
        hint={
          isMail ? 'Padadalhan namin ito ng code.' : 'Itetext namin dito ang code. Halimbawa: 0917 123 4567'
        }
        required
      />
      {proof === 'password' && (
        <PasswordField
          label="Password mo ngayon"
          name="password"
          autoComplete="current-password"
          hint="Para sigurado kaming ikaw ’to."
          ref={focusIt}
        />
      )}
      {proof === 'code' && <ProofCode />}
      <Button type="submit" busy={busy}>
        Ituloy
      </Button>
      {proof === 'password' && <InPlaceOfPassword onSent={() => setProof('code')} />}
    </form>
  )
}

/** For people who never had a password, or forgot it. */
function InPlaceOfPassword({ onSent }: { onSent: () => void }) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const ask = async () => {
    setBusy(true)
    try {
      await askForProof()
      onSent()
    } catch (error) {
      // No address of the account can get a code.
      setFailure(
        codeOf(error) === 'validation_failed'
          ? 'Mag-log out ka muna, tapos mag-log in ulit. Pagkatapos noon, mapapalitan mo na ito.'
          : wordsFor(error),
      )
      setBusy(false)
    }
  }
  return (
    <>
      {failure && <Banner kind="error">{failure}</Banner>}
      <Button kind="quiet" busy={busy} onClick={() => void ask()}>
        Wala akong password
      </Button>
    </>
  )
}

/** The server asks the mailbox first. */
function ProofCode() {
  const { email, phone } = useUser()
  return (
    <TextField
      label={`Code mula sa ${email ? 'email' : 'text'}`}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      hint={`Nasa ${email || `+${phone}`}. Para sigurado kaming ikaw ’to.`}
      ref={focusIt}
      required
    />
  )
}

/** The field appears because a press asks for it. */
const focusIt = (field: HTMLInputElement | null) => field?.focus()

type ConfirmingProps = { to: Address; before: string | undefined; onDone: () => void }

/** First the new address, then the old one where the server asks both. */
function Confirming({ to, before, onDone }: ConfirmingProps) {
  /** `said`: the person says that they pressed the link in the new mailbox. */
  const [half, setHalf] = useState<'no' | 'said' | 'proved'>('no')
  const isHalf = half !== 'no'
  const from = isHalf && before ? { email: before } : to
  const name = <strong>{'email' in from ? from.email : `+${from.phone}`}</strong>
  return (
    <div className={styles.form}>
      <p>
        {isHalf ? (
          <>Isa na lang: may code din sa luma mong email, {name}.</>
        ) : 'email' in to ? (
          <>May link at code kaming ipinadala sa {name}.</>
        ) : (
          <>May code kaming itinext sa {name}.</>
        )}
      </p>
      <CodeForm
        key={isHalf ? 'old' : 'new'}
        from={'email' in from ? 'email' : 'text'}
        send={async (code) => {
          if ((await confirmAddress(from, code)) === 'done') onDone()
          else setHalf('proved')
        }}
        again={() => resendCode(to, before)}
      />
      {'email' in to && before && half !== 'proved' && (
        <Button kind="plain" onClick={() => setHalf(isHalf ? 'no' : 'said')}>
          {isHalf ? 'Hindi ko pa napindot ang link sa bago' : 'Napindot ko na ang link doon'}
        </Button>
      )}
    </div>
  )
}
