import { useEffect, useEffectEvent, useId, useState, type SubmitEvent } from 'react'
import { countLetters, limits } from '../../../shared/limits.ts'
import type { ReportReason } from '../../../shared/reports.ts'
import type { Ask } from '../../lib/asks.ts'
import { useSession } from '../../lib/session.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { reasons } from './reasons.ts'
import { signedOutWords, submitReport, type Outcome } from './report.api.ts'
import styles from './ReportDialog.module.css'

/** How long the thanks stay (specification 2, section 9). */
const stay = 2_000
const names = { public_post: 'post', post_comment: 'comment', direct_message: 'message' }

type ReportDialogProps = { item: Extract<Ask, { kind: 'report' }>; onClose: () => void }

/** Why, and in one's own words if wanted. What was typed stays until it has arrived. */
export function ReportDialog({ item, onClose }: ReportDialogProps) {
  const form = useId()
  const { send, sending, outcome, ...draft } = useReport(item)
  const title = `I-report ang ${names[item.type]}`
  if (outcome?.sent)
    return (
      <Dialog open onClose={onClose} title={title}>
        <Thanks words={outcome.words} onOver={onClose} />
      </Dialog>
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      locked={sending}
      footer={
        <>
          <Button kind="quiet" disabled={sending} onClick={onClose}>
            Huwag na
          </Button>
          <Button type="submit" form={form} icon="flag" busy={sending}>
            I-report
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} noValidate onSubmit={send}>
        <Reasons picked={draft.reason} onPick={draft.setReason} />
        <TextField
          multiline
          className={styles.details}
          label="Gusto mo bang magkuwento pa? (optional)"
          counter={limits.reportDetails}
          error={draft.tooLong ? `Hanggang ${limits.reportDetails} letra lang.` : undefined}
          value={draft.details}
          dir="auto"
          onChange={(event) => draft.setDetails(event.target.value)}
        />
        {outcome && (
          <Banner kind="error">
            <p>{outcome.words}</p>
            {outcome.hint && <p>{outcome.hint}</p>}
          </Banner>
        )}
        <p className={styles.quiet}>Hindi malalaman ng sumulat kung sino ang nag-report.</p>
      </form>
    </Dialog>
  )
}

function useReport(item: ReportDialogProps['item']) {
  const session = useSession()
  const [reason, setReason] = useState<ReportReason>()
  const [details, setDetails] = useState('')
  const [sending, setSending] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const tooLong = countLetters(details.trim()) > limits.reportDetails
  const refuse = (words: string) => setOutcome({ sent: false, words })

  async function submit() {
    if (sending || tooLong) return
    if (session.status !== 'in') return refuse(signedOutWords)
    if (!reason) return refuse('Please select a reason for the report.')
    setSending(true)
    setOutcome(undefined)
    const report = {
      reported_item_type: item.type,
      reported_item_id: item.id,
      reason,
      details: details.trim(),
      reporter_id: session.user.id,
    }
    setOutcome(await submitReport(report))
    setSending(false)
  }
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    void submit()
  }
  return { reason, setReason, details, setDetails, tooLong, sending, outcome, send }
}

function Reasons({
  picked,
  onPick,
}: {
  picked: ReportReason | undefined
  onPick: (reason: ReportReason) => void
}) {
  return (
    <fieldset className={styles.reasons}>
      <legend>Ano ang problema rito?</legend>
      {reasons.map(([reason, label]) => (
        <label key={reason} className={styles.reason}>
          <input type="radio" name="reason" checked={reason === picked} onChange={() => onPick(reason)} />
          {label}
        </label>
      ))}
    </fieldset>
  )
}

/** Takes the focus, which reads it out. */
function Thanks({ words, onOver }: { words: string; onOver: () => void }) {
  const over = useEffectEvent(onOver)
  useEffect(() => {
    const timer = setTimeout(() => over(), stay)
    return () => clearTimeout(timer)
  }, [])
  return (
    <p ref={takeFocus} tabIndex={-1} className={styles.thanks}>
      {words}
    </p>
  )
}

const takeFocus = (element: HTMLElement | null) => element?.focus()
