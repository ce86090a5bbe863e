import { useRef, useState, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import { pollLimits } from '../../../shared/polls.ts'
import { addPoll } from '../../domain/polls/polls.ts'
import { offerHelp, prepareHelp } from '../../domain/safety/crisis.ts'
import { serverNow } from '../../lib/clock.ts'
import { wordsFor } from '../../lib/failure.ts'
import { useUser } from '../../lib/session.ts'
import { useKeyed } from '../../lib/store.ts'
import { showToast } from '../../lib/toast.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { Paper } from '../../ui/Paper.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './CreatePoll.module.css'
import { End } from './End.tsx'
import { OptionFields } from './OptionFields.tsx'
import { drafts, faultsOf, isFaulty, newDraft, pollOf, type PollDraft } from './poll-draft.ts'

const key = 'new'

/** The draft and its sending. The words stay until the server has them. */
function useCreating(onDone: () => void) {
  const user = useUser()
  const [first] = useState(newDraft)
  const draft = useKeyed(drafts, key) ?? first
  const [isTried, setTried] = useState(false)
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<string>()
  const faults = isTried ? faultsOf(draft, serverNow()) : undefined

  function change(changes: Partial<PollDraft>) {
    prepareHelp()
    setFailure(undefined)
    drafts.put(key, { ...draft, ...changes, id: crypto.randomUUID() })
  }
  /** False when the form has faults, which it shows from now on. */
  function check(): boolean {
    flushSync(() => setTried(true))
    return !isFaulty(faultsOf(draft, serverNow()))
  }
  async function send() {
    setSending(true)
    setFailure(undefined)
    const poll = pollOf(draft, serverNow())
    try {
      await addPoll(poll)
      drafts.drop(key)
      offerHelp([poll.question, ...poll.options].join('\n'), user.id)
      showToast('Nai-post na ang poll mo.')
      onDone()
    } catch (error) {
      setFailure(wordsFor(error, 'Failed to create poll'))
      setSending(false)
    }
  }
  return { draft, change, faults, isSending, failure, check, send }
}

type CreatePollProps = { id: string; isPremium: boolean; onDone: () => void }

export function CreatePoll({ id, isPremium, onDone }: CreatePollProps) {
  const form = useRef<HTMLFormElement>(null)
  const { draft, change, faults, isSending, failure, check, send } = useCreating(onDone)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isSending || !isPremium) return
    if (check()) void send()
    else form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }
  return (
    <Paper taped>
      <form ref={form} id={id} className={styles.form} noValidate onSubmit={submit}>
        <TextField
          multiline
          className={styles.question}
          label="Tanong"
          dir="auto"
          rows={2}
          value={draft.question}
          error={faults?.question}
          counter={pollLimits.question}
          readOnly={isSending}
          onChange={({ target }) => change({ question: target.value })}
        />
        <OptionFields
          options={draft.options}
          faults={faults}
          isSending={isSending}
          onChange={(options) => change({ options })}
        />
        <End {...{ draft, isSending }} fault={faults?.end} onChange={change} />
        {failure && <Banner kind="error">{failure}</Banner>}
        {isPremium ? (
          <Button type="submit" busy={isSending}>
            I-post ang poll
          </Button>
        ) : (
          <>
            <Banner kind="note">
              Tapos na ang Premium mo. Nandito pa ang isinulat mo habang bukas ang page.
            </Banner>
            <LinkButton href="/billing-manual">Upgrade</LinkButton>
          </>
        )}
      </form>
    </Paper>
  )
}
