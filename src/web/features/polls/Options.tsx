import { useLayoutEffect, useRef, type CSSProperties } from 'react'
import type { Tally } from '../../domain/polls/poll.ts'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/Icon.tsx'
import styles from './Options.module.css'
import { percentOf, votesOf } from './words.ts'

type OptionsProps = {
  options: readonly string[]
  tally: Tally
  /** The id of the question. */
  title: string
  canVote: boolean
  onVote: (option: number) => void
}

/**
 * The options with their shares: buttons that vote at once, then results. No radio group: an arrow key would choose, and a vote cannot be
 * taken back.
 */
export function Options({ options, tally, title, canVote, onVote }: OptionsProps) {
  const list = useRef<HTMLUListElement>(null)
  const pressed = useRef<number>(undefined)
  // The pressed button became a result, or a button again. It keeps the focus, so a screen reader reads what is there now.
  useLayoutEffect(() => {
    if (pressed.current === undefined || document.activeElement !== document.body) return
    const rows = list.current?.querySelectorAll<HTMLElement>('[data-option]')
    rows?.[pressed.current]?.focus({ preventScroll: true })
  })
  function press(option: number) {
    pressed.current = option
    onVote(option)
  }
  return (
    <ul ref={list} className={classes('bare-list', styles.options)} aria-labelledby={title}>
      {options.map((text, at) => {
        const content = <Choice {...{ text, tally, at }} />
        return (
          // The order of the options is their identity.
          <li key={`${at} ${text}`}>
            {canVote ? (
              <button type="button" className={styles.option} data-option="" onClick={() => press(at)}>
                {content}
              </button>
            ) : (
              <div
                className={classes(styles.option, at === tally.mine && styles.mine)}
                data-option=""
                tabIndex={at === tally.mine ? -1 : undefined}
              >
                {content}
              </div>
            )}
          </li>
        )
      })}
    </ul>
  )
}

function Choice({ text, tally, at }: { text: string; tally: Tally; at: number }) {
  const count = tally.counts[at] ?? 0
  const share = { '--share': tally.total > 0 ? count / tally.total : 0 } as CSSProperties
  return (
    <>
      <span className={styles.bar} style={share} />
      <span className={styles.oval}>{at === tally.mine && <Icon name="check" size={14} />}</span>
      <span className={styles.words} dir="auto">
        {text}
      </span>{' '}
      <span className={styles.percent}>{percentOf(count, tally.total)}</span>
      <span className="visually-hidden">
        , {votesOf(count)}
        {at === tally.mine && ', boto mo'}
      </span>
    </>
  )
}
