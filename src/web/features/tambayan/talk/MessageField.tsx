import { useId, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { countLetters, isBlank, limits } from '../../../../shared/limits.ts'
import { mentionOf } from '../../../../shared/talks.ts'
import { prepareHelp } from '../../../domain/safety/crisis.ts'
import type { Face, Named } from './mentioning.ts'
import { withIds } from './mentioning.ts'
import styles from './MessageField.module.css'
import { useMentions, type Offering } from './use-mentions.ts'

type MessageFieldProps = {
  label: string
  placeholder?: string
  text: string
  onChange: (text: string) => void
  /** Gets the words with ids for names, and the people named. Not called for blank or too long words. */
  onSend: (words: string, mentioned: readonly Named[]) => void
  /** Called for Escape. */
  onCancel?: () => void
  /** Called for arrow up in an empty field. */
  onUp?: () => void
  /** The people offered after an @. */
  people?: (() => readonly Face[]) | undefined
  /** Nobody is offered until it is here. */
  offering?: Offering | undefined
  /** The people whom the text names already. */
  named?: readonly Named[]
  /** A key by which other components focus this field. */
  box?: string
  /** Takes the focus: the person asked to write here. */
  isFirst?: boolean
  /** Letters that the marker of an attached file takes. With a file, blank words can be sent too. */
  fileRoom?: number
  /** `held`: the words cannot be sent yet. `busy`: the words are being sent and cannot be edited. */
  state?: 'held' | 'busy' | undefined
  /** Buttons before the words, and inside their end. */
  before?: ReactNode
  inside?: ReactNode
  /** The buttons; `send` is for the one that sends. */
  children: (send: () => void, isReady: boolean) => ReactNode
}

const none: readonly Named[] = []
/** The counter shows from this length on. */
const nearLimit = limits.message - 200

/** The box for a message: Enter sends, Shift+Enter breaks the line, an @ offers people. It grows with its words. */
export function MessageField(props: MessageFieldProps) {
  const { label, placeholder, text, onChange, people, offering, named, box, isFirst, children } = props
  const { fileRoom = 0, state, before, inside } = props
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const mentions = useMentions({ field, text, people, offering }, named)
  const { choices, active } = mentions
  const { send, isReady, count } = useWords(props, mentions.picked)
  const onKeyDown = (event: KeyboardEvent) => mentions.onKeyDown(event) || press(event, props, send)
  // Before the paint: the first letter typed into a field that is seen must reach it.
  useLayoutEffect(() => {
    if (!isFirst || !field.current) return
    field.current.focus()
    field.current.setSelectionRange(field.current.value.length, field.current.value.length)
  }, [isFirst])
  return (
    <>
      {offering && choices.length > 0 && (
        <offering.Choices {...{ id, choices, active }} onPick={mentions.pick} />
      )}
      <div className={styles.row}>
        {before}
        <div className={styles.field}>
          <textarea
            ref={field}
            rows={1}
            dir="auto"
            enterKeyHint="send"
            className={styles.area}
            data-box={box}
            data-inside={inside ? '' : undefined}
            placeholder={placeholder}
            readOnly={state === 'busy'}
            aria-label={label}
            aria-autocomplete={people && 'list'}
            aria-controls={choices.length > 0 ? id : undefined}
            aria-activedescendant={active && `${id} ${active.id}`}
            aria-invalid={count > limits.message || undefined}
            value={text}
            onChange={(event) => {
              prepareHelp()
              onChange(event.currentTarget.value)
            }}
            onSelect={mentions.onSelect}
            onBlur={mentions.close}
            onKeyDown={onKeyDown}
          />
          {inside && <span className={styles.inside}>{inside}</span>}
        </div>
        {children(send, isReady)}
      </div>
      {count >= nearLimit && (
        <output className={styles.count} data-over={count > limits.message || undefined}>
          {count - fileRoom}/{limits.message - fileRoom}
        </output>
      )}
    </>
  )
}

/** The words as they are sent, with ids for names. The limit counts the ids too. */
function useWords(
  { text, people, onSend, fileRoom = 0, state }: MessageFieldProps,
  picked: readonly Named[],
) {
  const count = countLetters(withIds(text.trim(), picked, none)) + fileRoom
  const isReady = !state && (!isBlank(text) || fileRoom > 0) && count <= limits.message
  function send() {
    const known = [...picked, ...(people?.() ?? none)]
    const words = withIds(text.trim(), picked, known)
    if (!isReady || countLetters(words) + fileRoom > limits.message) return
    onSend(
      words,
      known.filter(
        ({ id }, at) => words.includes(mentionOf(id)) && known.findIndex((one) => one.id === id) === at,
      ),
    )
  }
  return { isReady, count, send }
}

function press(event: KeyboardEvent, { text, onUp, onCancel }: MessageFieldProps, send: () => void): void {
  if (event.nativeEvent.isComposing) return
  if (event.key === 'ArrowUp' && text === '' && onUp) onUp()
  else if (event.key === 'Enter' && !event.shiftKey) send()
  else if (event.key === 'Escape' && onCancel) {
    // A panel around the field must not close too.
    event.stopPropagation()
    onCancel()
  } else return
  event.preventDefault()
}
