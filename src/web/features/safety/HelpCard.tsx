import { useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { endHelp, useHelpOffered } from '../../domain/safety/crisis.ts'
import { IconButton } from '../../ui/Button.tsx'
import { useDialogPlaces } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import styles from './HelpCard.module.css'
import { Lines } from './Lines.tsx'
import { useStepAside } from './use-step-aside.ts'

/** The card is offered to a person who wrote of dying or self-harm. It takes no focus and stays until the person closes it. */
export function HelpCard() {
  const isOffered = useHelpOffered()
  const seat = useSeat(isOffered)
  const card = (
    <>
      {/* Mounted before its words: screen readers need that. */}
      <output className="visually-hidden">
        {isOffered &&
          'Hindi ka nag-iisa. May mga taong puwede mong tawagan; nasa unahan ng page ang mga numero.'}
      </output>
      {isOffered && <Card />}
    </>
  )
  return <div data-help={isOffered ? 'offered' : 'waiting'}>{seat ? createPortal(card, seat) : card}</div>
}

/** The place of the card: the open dialog that the person wrote in, else the page. */
function useSeat(isOffered: boolean): HTMLElement | undefined {
  const places = useDialogPlaces()
  const [seat, setSeat] = useState(places.at(-1))
  const next = isOffered ? places.find((place) => place === seat) : places.at(-1)
  if (next !== seat) setSeat(next)
  return next
}

function Card() {
  const card = useRef<HTMLElement>(null)
  const link = useRef<HTMLAnchorElement>(null)
  const [onTab, leave] = useStepAside(card, link, endHelp)
  useLayoutEffect(() => makeRoom(card.current), [])
  return (
    <>
      <a
        ref={link}
        href="#help"
        // Reached only through useStepAside; the card comes right after it.
        tabIndex={-1}
        className={styles.skip}
        onKeyDown={onTab}
        onClick={(event) => {
          event.preventDefault()
          card.current?.querySelector('a')?.focus()
        }}
      >
        Diretso sa mga numero
      </a>
      <aside ref={card} className={styles.card} aria-labelledby="help">
        <header className={styles.head}>
          <h2 id="help">Hindi ka nag-iisa.</h2>
          <IconButton icon="close" label="Isara ang card" onClick={leave} />
        </header>
        <p className={styles.words}>
          Salamat at inilabas mo. Mabigat ’yan; hindi mo kailangang pasanin nang ikaw lang. May makikinig sa
          ’yo ngayon din.
        </p>
        <Lines />
        <p className={styles.promise}>
          <Icon name="lock" size={16} />
          <span>Dito lang sa gamit mo ito napansin. Wala itong sinabihan, at walang nagbibilang.</span>
        </p>
      </aside>
    </>
  )
}

/** Adds the card's height below the page, and keeps the field in use above the card. */
function makeRoom(card: HTMLElement | null) {
  if (!card) return undefined
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => {
    style.setProperty('--card', `${card.offsetHeight}px`)
    const { activeElement } = document
    if (activeElement?.matches('main :is(input, textarea)'))
      activeElement.scrollIntoView({ block: 'nearest' })
  })
  observer.observe(card)
  return () => {
    observer.disconnect()
    style.removeProperty('--card')
  }
}
