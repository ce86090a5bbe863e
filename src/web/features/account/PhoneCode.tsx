import { Link, useLocation } from 'wouter'
import { withNext } from '../../lib/next.ts'
import { enterByPhone } from './account.api.ts'
import { CodeForm } from '../../ui/CodeForm.tsx'
import { Door } from './Door.tsx'

type Props = {
  phone: string
  next: string
  /** `maybe`: nobody learns whether the number has an account. */
  isSent: 'surely' | 'maybe'
  /** Sends another code. */
  send: () => Promise<void>
}

/** The code of an SMS opens the account. */
export function PhoneCode({ phone, next, isSent, send }: Props) {
  const [, navigate] = useLocation()
  const number = <strong>+{phone}</strong>
  return (
    <Door
      title="Tingnan mo ang text namin"
      lead={
        isSent === 'surely' ? (
          <>May code kaming itinext sa {number}. I-type mo rito para makapasok.</>
        ) : (
          <>Kung may account ang {number}, may code nang papunta roon. I-type mo rito para makapasok.</>
        )
      }
      foot={<Link href={withNext('/login', next)}>Balik sa log in</Link>}
    >
      <CodeForm
        from="text"
        send={async (code) => {
          navigate(await enterByPhone(phone, code, next), { replace: true })
        }}
        again={send}
      />
    </Door>
  )
}
