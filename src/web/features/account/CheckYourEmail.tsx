import { useState } from 'react'
import { Link } from 'wouter'
import { wordsFor } from '../../lib/failure.ts'
import { withNext } from '../../lib/next.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { resendConfirmation } from './account.api.ts'
import { Door } from './Door.tsx'
import styles from './Door.module.css'

/** Shown after a sign-up until the e-mail address is confirmed. */
export function CheckYourEmail({ email, next }: { email: string; next: string }) {
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<{ kind: 'success' | 'error'; words: string }>()
  const again = async () => {
    setBusy(true)
    try {
      await resendConfirmation(email, next)
      setOutcome({ kind: 'success', words: 'Naipadala na ulit. Silipin mo rin ang spam.' })
    } catch (error) {
      setOutcome({ kind: 'error', words: wordsFor(error) })
    }
    setBusy(false)
  }
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
        {outcome && <Banner kind={outcome.kind}>{outcome.words}</Banner>}
        <Button kind="quiet" busy={busy} onClick={() => void again()}>
          Wala pa? Ipadala ulit
        </Button>
      </div>
    </Door>
  )
}
