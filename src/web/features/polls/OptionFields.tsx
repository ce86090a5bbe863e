import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { countLetters, isBlank } from '../../../shared/limits.ts'
import { pollLimits } from '../../../shared/polls.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './CreatePoll.module.css'
import { type Faults, type PollDraft, withOption } from './poll-draft.ts'

/** A field counts its letters from here on. */
const nearEnd = pollLimits.option * 0.8

type OptionFieldsProps = {
  options: PollDraft['options']
  faults: Faults | undefined
  isSending: boolean
  onChange: (options: PollDraft['options']) => void
}

/** Two to ten options. Those beyond two can be removed. */
export function OptionFields({ options, faults, isSending, onChange }: OptionFieldsProps) {
  const list = useRef<HTMLFieldSetElement>(null)
  const fieldAt = (at: number) => list.current?.querySelectorAll('input')[at]?.focus()
  function add() {
    flushSync(() => onChange(withOption(options)))
    fieldAt(options.length)
  }
  function remove(at: number) {
    flushSync(() => onChange(options.filter((_, other) => other !== at)))
    fieldAt(Math.max(0, at - 1))
  }
  // "At least 2 options" stands at the first field that lacks one.
  const lacking = faults?.few ? options.find(({ text }) => isBlank(text))?.key : undefined
  return (
    <fieldset ref={list} className={styles.options}>
      <legend>Mga pagpipilian</legend>
      {options.map(({ key, text }, at) => (
        <div key={key} className={styles.option}>
          <TextField
            label={`Pagpipilian ${at + 1}`}
            dir="auto"
            autoComplete="off"
            value={text}
            readOnly={isSending}
            error={key === lacking ? faults?.few : faults?.options.get(key)}
            {...(countLetters(text) > nearEnd && { counter: pollLimits.option })}
            onChange={({ target }) =>
              onChange(options.map((other) => (other.key === key ? { key, text: target.value } : other)))
            }
          />
          {options.length > pollLimits.least && (
            <IconButton
              icon="close"
              label={`Alisin ang pagpipilian ${at + 1}`}
              disabled={isSending}
              onClick={() => remove(at)}
            />
          )}
        </div>
      ))}
      {options.length < pollLimits.options && (
        <Button kind="quiet" size="small" icon="plus" disabled={isSending} onClick={add}>
          Magdagdag ng pagpipilian
        </Button>
      )}
    </fieldset>
  )
}
