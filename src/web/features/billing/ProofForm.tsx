import { useLayoutEffect, useRef, type ChangeEvent, type FormEvent } from 'react'
import { sizeWords } from '../../../shared/file-size.ts'
import type { Plan } from '../../../shared/plans.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { Proof } from './billing.api.ts'
import styles from './ProofForm.module.css'
import { useProof, type Sending } from './use-proof.ts'

/** Chooses and sends the proof for one plan. `latest`: the last proof for this plan. */
export function ProofForm({ plan, latest }: { plan: Plan; latest: Proof | undefined }) {
  const { chosen, choose, sending, problem, send, cancel } = useProof(plan)
  const isPending = latest?.status === 'pending'
  const busy = sending !== undefined
  const form = useFocusOnEnd(isPending)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) void send()
  }
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={onSubmit}>
      {!isPending && <Chooser file={chosen} isRefused={Boolean(problem)} busy={busy} onChoose={choose} />}
      {sending && <Progress sending={sending} />}
      {problem && <Banner kind="error">{problem}</Banner>}
      <div className={styles.ways}>
        <Button type="submit" wide busy={busy} disabled={isPending}>
          {isPending ? 'Submitted' : 'I-submit ang proof'}
        </Button>
        {sending && (
          <Button kind="plain" onClick={cancel}>
            Itigil
          </Button>
        )}
      </div>
    </form>
  )
}

/** A disabled button loses the focus. The heading of its step takes it, so the keyboard stays where it was. */
function useFocusOnEnd(isPending: boolean) {
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    if (isPending && form.current?.contains(document.activeElement))
      document.getElementById('prove')?.focus({ preventScroll: true })
  }, [isPending])
  return form
}

type ChooserProps = {
  file: File | undefined
  /** A refused file stays chosen, but has no check mark. */
  isRefused: boolean
  busy: boolean
  onChoose: (file: File | undefined) => void
}

function Chooser({ file, isRefused, busy, onChoose }: ChooserProps) {
  const input = useRef<HTMLInputElement>(null)
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [found] = target.files ?? []
    if (found) onChoose(found)
    // The same file may be chosen again.
    target.value = ''
  }
  return (
    <div className={styles.chooser}>
      <Button kind="quiet" icon="attach" disabled={busy} onClick={() => input.current?.click()}>
        {file ? 'Pumili ng iba' : 'Pumili ng screenshot o PDF'}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept="image/*,application/pdf"
        aria-label="Screenshot o PDF ng resibo"
        onChange={onChange}
      />
      {file && (
        <p className={styles.file}>
          <Icon name={isRefused ? 'attach' : 'check'} size={20} />
          <span dir="auto">
            {file.name} <small>{sizeWords(file.size)}</small>
          </span>
          <IconButton
            icon="close"
            label="Alisin ang file"
            disabled={busy}
            onClick={() => onChoose(undefined)}
          />
        </p>
      )}
    </div>
  )
}

function Progress({ sending }: { sending: Sending }) {
  const percent = Math.round(sending.share * 100)
  const words =
    sending.step === 'preparing'
      ? 'Inihahanda ang file…'
      : percent < 100
        ? `Ipinapadala… ${percent}%`
        : 'Nasa server na, inaayos na lang…'
  return (
    <div className={styles.progress}>
      <progress max={100} value={percent} aria-label="Pagpapadala ng proof" />
      <p>{words}</p>
    </div>
  )
}
