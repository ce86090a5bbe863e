import { Banner } from '../../ui/Banner.tsx'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import styles from './ReturnBanner.module.css'
import type { Phase } from './use-return.ts'

/** What became of a checkout, in the words of specification 2, section 4. */
export function ReturnBanner({ phase, onLookAgain }: { phase: Phase; onLookAgain: () => void }) {
  if (phase === 'processing')
    return (
      <Banner kind="note">
        <p className={styles.row}>
          <Spinner size={22} /> Processing your payment…
        </p>
      </Banner>
    )
  if (phase === 'premium')
    return (
      <Banner kind="success">
        <p className={styles.row}>You are now Premium 🎉</p>
      </Banner>
    )
  if (phase === 'late')
    return (
      <Banner kind="note">
        <p>Payment is still processing. Please try refreshing in a moment.</p>
        <p className={styles.soft}>
          Kung nagbayad ka na, huwag muna ulit: aabot din ’yan, kahit isara mo ang page na ’to.
        </p>
        <div className={styles.ways}>
          <Button kind="quiet" size="small" onClick={onLookAgain}>
            Tingnan ulit
          </Button>
          <LinkButton href="/billing/receipts" kind="plain" size="small">
            Mga bayad ko
          </LinkButton>
        </div>
      </Banner>
    )
  if (phase === 'canceled')
    return (
      <Banner kind="note">
        <p className={styles.row}>Payment was canceled.</p>
      </Banner>
    )
  return null
}
