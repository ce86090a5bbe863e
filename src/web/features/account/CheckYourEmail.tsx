import { Link, useLocation } from 'wouter'
import { withNext } from '../../lib/next.ts'
import { confirmWithCode, resendConfirmation } from './account.api.ts'
import { CodeForm } from '../../ui/CodeForm.tsx'
import { Door } from './Door.tsx'

/** Shown after a sign-up until the e-mail address is confirmed. The mail has a link for this device and a code for any other. */
export function CheckYourEmail({ email, next }: { email: string; next: string }) {
  const [, navigate] = useLocation()
  return (
    <Door
      title="Tingnan mo ang email mo"
      lead={
        <>
          May link at code kaming ipinadala sa <strong>{email}</strong>. Alinman doon ang magpapasok sa ’yo.
        </>
      }
      foot={<Link href={withNext('/login', next)}>Balik sa log in</Link>}
    >
      <CodeForm
        from="email"
        send={async (code) => navigate(await confirmWithCode(email, code, next), { replace: true })}
        again={() => resendConfirmation(email, next)}
      />
    </Door>
  )
}
