import { useState } from 'react'
import { Link } from 'wouter'
import { useNext, withNext } from '../../lib/next.ts'
import { usePhones } from '../../lib/phones.ts'
import { Banner } from '../../ui/Banner.tsx'
import { passwordWords, requestReset, requestText } from './account.api.ts'
import { addressOf, lackOf, type Address } from '../../domain/person/address.ts'
import { AddressField } from '../../ui/AddressField.tsx'
import { Door } from './Door.tsx'
import styles from './Door.module.css'
import { PhoneCode } from './PhoneCode.tsx'
import { ResetCode } from './ResetCode.tsx'
import { Submit } from '../../ui/Submit.tsx'
import { useSubmit } from '../../ui/use-submit.ts'

export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<Address>()
  const next = useNext()
  const phones = usePhones()
  const { busy, error, onSubmit, onChange } = useSubmit({
    check: (field) => lackOf(field('email')),
    send: async (field) => {
      const address = addressOf(field('email'))
      if (!address) return
      await ('phone' in address ? requestText(address.phone) : requestReset(address.email))
      setSentTo(address)
    },
    words: passwordWords,
  })
  if (sentTo && 'phone' in sentTo) {
    const { phone } = sentTo
    return <PhoneCode phone={phone} next="/profile" isSent="maybe" send={() => requestText(phone)} />
  }
  if (sentTo) return <ResetCode email={sentTo.email} next={next} />
  return (
    <Door
      title="Nakalimutan ang password?"
      lead={
        phones
          ? 'Okay lang ’yan. Padadalhan ka namin ng code.'
          : 'Okay lang ’yan. Padadalhan ka namin ng link at code.'
      }
      foot={<Link href={withNext('/login', next)}>Balik sa log in</Link>}
    >
      <form className={styles.form} method="post" noValidate onSubmit={onSubmit} onChange={onChange}>
        {error && <Banner kind="error">{error}</Banner>}
        <AddressField />
        <Submit busy={busy}>Ipadala</Submit>
      </form>
    </Door>
  )
}
