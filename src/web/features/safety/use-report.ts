import { useState, type SubmitEvent } from 'react'
import { countLetters, limits } from '../../../shared/limits.ts'
import type { ReportReason } from '../../../shared/reports.ts'
import type { Overlays } from '../../domain/overlays.ts'
import { useSession } from '../../lib/session.ts'
import { createKeyed, useKeyed } from '../../lib/store.ts'
import { signedOutWords, submitReport, type Outcome } from '../../domain/safety/report.api.ts'

type Draft = { reason?: ReportReason; details: string }
/** Drafts by reported id: closing the dialog by mistake loses no words. */
const drafts = createKeyed<Draft>(true)
const nothing: Draft = { details: '' }

/** A report's draft and its sending. The draft stays until the server has it. */
export function useReport(item: Overlays['report']) {
  const session = useSession()
  const draft = useKeyed(drafts, item.id) ?? nothing
  const { reason, details } = draft
  const [sending, setSending] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const tooLong = countLetters(details.trim()) > limits.reportDetails
  const refuse = (words: string) => setOutcome({ sent: false, words })

  function setReason(picked: ReportReason) {
    drafts.put(item.id, { ...draft, reason: picked })
    setOutcome(undefined)
  }

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
    const answer = await submitReport(report)
    if (answer.sent) {
      drafts.drop(item.id)
      item.onSent?.()
    }
    setOutcome(answer)
    setSending(false)
  }
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    void submit()
  }
  const setDetails = (words: string) => drafts.put(item.id, { ...draft, details: words })
  return { reason, setReason, details, setDetails, tooLong, sending, outcome, send }
}
