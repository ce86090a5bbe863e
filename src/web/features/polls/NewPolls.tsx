import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { showNewPolls } from '../../domain/polls/polls.ts'
import { Icon } from '../../ui/Icon.tsx'
import { focusOn } from './focus-on.ts'
import styles from './Polls.module.css'

/** Announces new polls. They come into the list when the person asks: a poll that moves under a thumb would get its vote. */
export function NewPolls({ count }: { count: number }) {
  const place = useRef<HTMLDivElement>(null)
  function show() {
    flushSync(showNewPolls)
    const first = document.querySelector<HTMLElement>('[data-poll] :is(h2, h3)')
    if (!first) return
    focusOn(first)
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    place.current?.parentElement?.scrollIntoView({ behavior: isCalm ? 'instant' : 'smooth' })
  }
  return (
    <div ref={place} className={styles.place}>
      <output className="visually-hidden">{count > 0 && 'May mga bagong poll sa itaas.'}</output>
      {count > 0 && (
        <button type="button" className={styles.pill} onClick={show}>
          <Icon name="up" size={18} /> {count} bagong poll
        </button>
      )}
    </div>
  )
}
