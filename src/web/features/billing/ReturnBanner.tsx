import { useState } from 'react'
import { Banner } from '../../ui/Banner.tsx'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import styles from './ReturnBanner.module.css'
import type { Phase } from './use-return.ts'

type ReturnBannerProps = { phase: Phase; onLookAgain: () => void }

/** What became of a checkout. Its place stays when the words are gone: nothing moves under a thumb. */
export function ReturnBanner(props: ReturnBannerProps) {
  const [isBack] = useState(props.phase !== 'none')
  return (
    isBack && (
      <div className={styles.place}>
        <Words {...props} />
      </div>
    )
  )
}

/** In the words of specification 2, section 4. */
function Words({ phase, onLookAgain }: ReturnBannerProps) {
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
