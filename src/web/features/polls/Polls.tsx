import { useCallback, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { HeldPoll } from '../../domain/polls/poll.ts'
import { followPolls, loadOlderPolls, removePoll, usePolls, vote } from '../../domain/polls/polls.ts'
import { isPremium, useProfile } from '../../domain/person/profile.ts'
import { useHidden } from '../../domain/safety/sight.ts'
import { startWordFilters } from '../../domain/safety/word-filters.ts'
import { excerpt } from '../../../shared/excerpt.ts'
import { useUser } from '../../lib/session.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Creating } from './Creating.tsx'
import { focusOn } from './focus-on.ts'
import { NewPolls } from './NewPolls.tsx'
import { PollCard } from './PollCard.tsx'
import styles from './Polls.module.css'
import { EmptyPolls, FailedPolls, LoadingPolls, Older } from './PollStates.tsx'

type PollsProps = {
  /** The level of a question below the title. */
  heading: 'h2' | 'h3'
}

/** Community Polls: the form, and all polls, newest first. They are fetched anew for another person. */
export function Polls(props: PollsProps) {
  const { id } = useUser()
  return <PollsOf key={id} userId={id} {...props} />
}

function PollsOf({ userId, heading }: PollsProps & { userId: string }) {
  const profile = useProfile()
  const { state, error, polls, waiting, next, older } = usePolls()
  const hidden = useHidden()
  useEffect(startWordFilters, [])
  useEffect(followPolls, [])
  const acts = useActs()
  const canCreate = isPremium(profile.data)

  // What follows has the form or the notice above it: it waits for the profile, so that nothing moves.
  if (state === 'loading' || (profile.isPending && profile.fetchStatus === 'fetching'))
    return <LoadingPolls />
  if (state === 'failed') return <FailedPolls error={error} />
  const shown = polls.filter(({ row }) => !hidden.has(row.user_id))
  return (
    <div className={styles.polls}>
      {profile.data !== undefined && <Creating isPremium={canCreate} />}
      <NewPolls count={waiting.filter(({ user_id }) => !hidden.has(user_id)).length} />
      {shown.length === 0 && <EmptyPolls />}
      {shown.map((held) => (
        <PollCard
          key={held.row.id}
          held={held}
          heading={heading}
          isMine={held.row.user_id === userId}
          canDelete={canCreate && held.row.user_id === userId}
          fault={acts.faults.get(held.row.id)}
          onVote={acts.castVote}
          onDelete={acts.setDeleting}
        />
      ))}
      {next !== null && <Older state={older} onPress={() => void loadOlderPolls()} />}
      {acts.deleting && (
        <ConfirmDialog
          title="Burahin ang poll na ’to?"
          word="Burahin"
          icon="trash"
          quote={excerpt(acts.deleting.row.question, 140)}
          onConfirm={acts.remove}
          onClose={() => acts.setDeleting(undefined)}
        >
          <p>Mawawala ito sa lahat, kasama ang mga boto. Hindi na maibabalik.</p>
        </ConfirmDialog>
      )}
    </div>
  )
}

/** Votes and deletions, and the words of those that failed, by poll. */
function useActs() {
  const [faults, setFaults] = useState<ReadonlyMap<string, string>>(new Map())
  const [deleting, setDeleting] = useState<HeldPoll>()
  const tell = useCallback((id: string, words: string | undefined) => {
    setFaults((before) => {
      const after = new Map(before)
      after.delete(id)
      return words === undefined ? after : after.set(id, words)
    })
  }, [])
  const castVote = useCallback(
    (id: string, option: number) => {
      tell(id, undefined)
      void vote(id, option).then((words) => tell(id, words))
    },
    [tell],
  )

  /** The dialog closes, the poll leaves the list at once, and the focus moves to the one beside it. */
  async function remove() {
    const id = deleting?.row.id ?? ''
    const card = document.querySelector(`[data-poll="${CSS.escape(id)}"]`)
    const beside = card?.nextElementSibling ?? card?.previousElementSibling
    tell(id, undefined)
    flushSync(() => setDeleting(undefined))
    const removal = removePoll(id)
    focusOn((beside ?? document).querySelector<HTMLElement>('h2, h3') ?? document.querySelector('main h1'))
    void removal.then((words) => tell(id, words))
    return undefined
  }
  return { faults, deleting, setDeleting, castVote, remove }
}
