import { memo, useId, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { type HeldPoll, tallyOf } from '../../domain/polls/poll.ts'
import { useFilteredWord } from '../../domain/safety/word-filters.ts'
import { createKeyed, useKeyed } from '../../lib/store.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { focusOn } from './focus-on.ts'
import { Options } from './Options.tsx'
import styles from './PollCard.module.css'
import { PollFoot } from './PollFoot.tsx'
import { PollHead } from './PollHead.tsx'
import { useIsOpen } from './use-is-open.ts'

/** Polls whose filtered words the person unfolded, as long as the page lives. */
const unfolded = createKeyed<true>()

type PollCardProps = {
  held: HeldPoll
  heading: 'h2' | 'h3'
  isMine: boolean
  canDelete: boolean
  /** Why the last vote or deletion failed. */
  fault: string | undefined
  onVote: (id: string, option: number) => void
  onDelete: (held: HeldPoll) => void
}

/** One poll, a slip of paper. A deleted one leaves its place in the list, so that nothing moves under a thumb. */
export const PollCard = memo(function PollCard({ held, fault, ...rest }: PollCardProps) {
  const title = useId()
  const isGone = held.goneAt !== undefined
  const card = useKeptHeight(isGone)
  const { row } = held
  if (isGone)
    return (
      <article ref={card} className={styles.gone} data-poll={row.id}>
        <p>Wala na rito ang poll na ’to.</p>
      </article>
    )
  return (
    <article ref={card} className={styles.poll} data-poll={row.id} aria-labelledby={title}>
      <PollHead
        row={row}
        isMine={rest.isMine}
        {...(rest.canDelete && { onDelete: () => rest.onDelete(held) })}
      />
      <PollWords held={held} title={title} {...rest} />
      {fault && (
        <div ref={bringIntoSight}>
          <Banner kind="error">{fault}</Banner>
        </div>
      )}
    </article>
  )
})

/** A poll with many options is taller than a phone, and the words stand at its end: above the options they would move them. */
const bringIntoSight = (words: HTMLElement | null) => words?.scrollIntoView({ block: 'nearest' })

/** Before the card loses its content it gets its height. */
function useKeptHeight(isGone: boolean) {
  const card = useRef<HTMLElement>(null)
  const height = useRef(0)
  useLayoutEffect(() => {
    if (!card.current) return
    card.current.style.minHeight = isGone ? `${height.current}px` : ''
    if (!isGone) height.current = card.current.offsetHeight
  })
  return card
}

type PollWordsProps = Pick<PollCardProps, 'held' | 'heading' | 'isMine' | 'onVote'> & { title: string }

/** The question and its options, folded when the reader avoids a word in them. */
function PollWords({ held, heading: Heading, isMine, onVote, title }: PollWordsProps) {
  const { row } = held
  const { id, question, options } = row
  const word = useFilteredWord([question, ...options].join('\n'))
  const isUnfolded = useKeyed(unfolded, id)
  const isOpen = useIsOpen(row)
  function unfold() {
    flushSync(() => unfolded.put(id, true))
    // The button is gone: the focus moves to the question.
    focusOn(document.getElementById(title))
  }
  if (word !== undefined && !isMine && !isUnfolded)
    return (
      <div className={styles.folded}>
        <Heading id={title}>
          May salitang iniiwasan mo: <bdi>{word}</bdi>
        </Heading>
        <Button kind="quiet" size="small" onClick={unfold}>
          Ipakita
        </Button>
      </div>
    )
  const tally = tallyOf(held)
  return (
    <>
      <Heading
        id={title}
        className={styles.question}
        dir="auto"
        data-long={question.length > 90 || undefined}
      >
        {question}
      </Heading>
      <Options
        {...{ options, tally, title }}
        canVote={isOpen && tally.mine === undefined}
        onVote={(option) => onVote(id, option)}
      />
      <PollFoot {...{ row, isOpen }} total={tally.total} />
    </>
  )
}
