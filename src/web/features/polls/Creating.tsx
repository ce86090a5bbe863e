import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { PremiumBadge } from '../../ui/PremiumBadge.tsx'
import { CreatePoll } from './CreatePoll.tsx'
import styles from './Creating.module.css'

/** The way to a new poll, or the notice that Premium opens it. A form that is open when Premium ends stays open with its words. */
export function Creating({ isPremium }: { isPremium: boolean }) {
  const form = useId()
  const toggle = useRef<HTMLDivElement>(null)
  const [isOpen, setOpen] = useState(false)
  function finish() {
    flushSync(() => setOpen(false))
    toggle.current?.querySelector('button')?.focus()
  }
  if (!isPremium && !isOpen) return <PremiumNotice />
  return (
    <section className={styles.creating} aria-label="Create Poll">
      <div ref={toggle}>
        <Button
          kind={isOpen ? 'quiet' : 'primary'}
          icon={isOpen ? 'close' : 'plus'}
          aria-expanded={isOpen}
          aria-controls={isOpen ? form : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Isara ang form' : 'Create Poll'}
        </Button>
      </div>
      {isOpen && <CreatePoll id={form} isPremium={isPremium} onDone={finish} />}
    </section>
  )
}

const PremiumNotice = () => (
  <aside className={styles.notice} aria-label="Premium Feature">
    <p>
      <strong className={styles.name}>
        <PremiumBadge /> Premium Feature
      </strong>
      Pang-Premium ang paggawa ng poll. Libre ang bumoto.
    </p>
    <LinkButton href="/billing-manual" kind="quiet" size="small">
      Upgrade
    </LinkButton>
  </aside>
)
