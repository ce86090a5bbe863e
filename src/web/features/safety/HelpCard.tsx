import { useRef } from 'react'
import { endHelp, useHelp } from '../../lib/crisis.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import styles from './HelpCard.module.css'
import { Lines } from './Lines.tsx'

/** Offered to who wrote of dying or of hurting themselves. It takes nothing over: no focus, no dialog; it stays until it is put away. */
export function HelpCard() {
  const { isOffered } = useHelp()
  return (
    <div data-help={isOffered ? 'offered' : 'waiting'}>
      {/* There before the words come, as screen readers need. */}
      <output className="visually-hidden">
        {isOffered &&
          'Hindi ka nag-iisa. May mga taong puwede mong tawagan; nasa unahan ng page ang mga numero.'}
      </output>
      {isOffered && <Card />}
    </div>
  )
}

function Card() {
  const card = useRef<HTMLElement>(null)
  function close() {
    const hadFocus = card.current?.contains(document.activeElement)
    endHelp()
    const heading = hadFocus && document.querySelector<HTMLElement>('main h1')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }
  return (
    <aside ref={card} className={styles.card} aria-labelledby="help">
      <header className={styles.head}>
        <h2 id="help">Hindi ka nag-iisa.</h2>
        <IconButton icon="close" label="Isara ang card" onClick={close} />
      </header>
      <p className={styles.words}>
        Salamat at inilabas mo. Mabigat ’yan, at hindi mo kailangang pasanin nang ikaw lang. May mga taong
        sasagot at makikinig, ngayon din.
      </p>
      <Lines />
      <p className={styles.promise}>
        <Icon name="lock" size={16} />
        <span>Phone mo lang ang nakapansin. Wala itong sinabihan, at walang nagbibilang.</span>
      </p>
    </aside>
  )
}
