import { Fragment, useEffect, useEffectEvent, useId } from 'react'
import { limits } from '../../../shared/limits.ts'
import type { ReportReason } from '../../../shared/reports.ts'
import type { Overlays } from '../../domain/overlays.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { Lines } from './Lines.tsx'
import { reasons } from './reasons.ts'
import styles from './ReportDialog.module.css'
import { useReport } from './use-report.ts'

/** Time that the thanks stay, ms (specification 2, section 9). */
const stay = 2_000
const names = {
  public_post: 'post',
  post_comment: 'komento',
  direct_message: 'mensahe',
  live_chat_message: 'mensahe',
  poll: 'poll',
}

type ReportDialogProps = Overlays['report'] & { onClose: () => void }

/** A reason, and details if wanted. The words stay until the server has them. */
export function ReportDialog({ onClose, ...item }: ReportDialogProps) {
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
          {outcome && (
            <div className={styles.fault}>
              <Banner kind="error">
                <p>{outcome.words}</p>
                {outcome.hint && <p>{outcome.hint}</p>}
              </Banner>
            </div>
          )}
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
        <p className={styles.quiet}>Hindi malalaman ng sumulat kung sino ang nag-report.</p>
      </form>
    </Dialog>
  )
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
        <Fragment key={reason}>
          <label className={styles.reason}>
            <input type="radio" name="reason" checked={reason === picked} onChange={() => onPick(reason)} />
            {label}
          </label>
          {reason === 'self_harm' && reason === picked && <Help />}
        </Fragment>
      ))}
    </fieldset>
  )
}

/** Helplines for the writer and for the reader. */
function Help() {
  return (
    <div className={styles.help}>
      <output>
        Pindutin ang I-report para matingnan namin. Kung ikaw ang may dinadala, o may kakilala kang nasa
        panganib, may sasagot sa ’yo ngayon:
      </output>
      <Lines />
    </div>
  )
}

/** Takes the focus, so a screen reader reads it. */
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
