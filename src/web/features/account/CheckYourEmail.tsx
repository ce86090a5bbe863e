import { Link } from 'wouter'
import { withNext } from '../../lib/next.ts'
import { resendConfirmation } from './account.api.ts'
import { Door } from './Door.tsx'
import styles from './Door.module.css'
import { SendAgain } from './SendAgain.tsx'

/** Shown after a sign-up until the e-mail address is confirmed. */
export function CheckYourEmail({ email, next }: { email: string; next: string }) {
  return (
    <Door
      title="Tingnan mo ang email mo"
      lead={
        <>
          May link kaming ipinadala sa <strong>{email}</strong>. Pindutin mo ’yon para makapasok.
        </>
      }
      foot={<Link href={withNext('/login', next)}>Balik sa log in</Link>}
    >
      <div className={styles.form}>
        <p className={styles.picture} aria-hidden="true">
          💌
        </p>
        <SendAgain send={() => resendConfirmation(email, next)} />
      </div>
    </Door>
  )
}
