import { useId } from 'react'
import { TextField } from '../../ui/TextField.tsx'
import styles from './CreatePoll.module.css'
import { ends, type PollDraft } from './poll-draft.ts'

type EndProps = {
  draft: PollDraft
  fault: string | undefined
  isSending: boolean
  onChange: (changes: Partial<PollDraft>) => void
}

/** When the poll closes. */
export function End({ draft, fault, isSending, onChange }: EndProps) {
  const id = useId()
  return (
    <div className={styles.end}>
      <label htmlFor={id}>Hanggang kailan</label>
      <select
        id={id}
        value={draft.end}
        disabled={isSending}
        onChange={({ target }) => onChange({ end: target.value })}
      >
        {ends.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
        <option value="moment">Pumili ng araw at oras…</option>
      </select>
      {draft.end === 'moment' && (
        <TextField
          type="datetime-local"
          label="Araw at oras"
          value={draft.moment}
          readOnly={isSending}
          error={fault}
          onChange={({ target }) => onChange({ moment: target.value })}
        />
      )}
    </div>
  )
}
