import { Link, useLocation } from 'wouter'
import { withNext } from '../../lib/next.ts'
import { openWithCode, requestReset } from './account.api.ts'
import { CodeForm } from '../../ui/CodeForm.tsx'
import { Door } from './Door.tsx'

/** After a reset was requested. The mail has a link for this device and a code for any other. */
export function ResetCode({ email, next }: { email: string; next: string }) {
  const [, navigate] = useLocation()
  return (
    <Door
      title="Tingnan mo ang email mo"
      lead={
        <>
          Kung may account ang <strong>{email}</strong>, may link at code na roon para sa bagong password.
        </>
      }
      foot={<Link href={withNext('/login', next)}>Balik sa log in</Link>}
    >
      <CodeForm
        from="email"
        send={async (code) => {
          await openWithCode(email, code)
          navigate(withNext('/reset-password', next))
        }}
        again={() => requestReset(email)}
      />
    </Door>
  )
}
