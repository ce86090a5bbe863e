import { useEffect, useRef, useState } from 'react'
import { markerRoom } from '../../../../shared/marker.ts'
import { readMarker } from '../../../../shared/read-marker.ts'
import { markerOf, withMarker } from '../../../../shared/write-marker.ts'
import { withNames } from '../../../../shared/talks.ts'
import type { Message } from '../../../domain/messages/message.ts'
import { editMessage } from '../../../domain/messages/sending.ts'
import { detailsIn } from '../../../domain/safety/nudge.ts'
import { offerHelp } from '../../../domain/safety/crisis.ts'
import { Button } from '../../../ui/Button.tsx'
import styles from './EditMessage.module.css'
import { MessageField } from './MessageField.tsx'
import { Nudge, useNudge } from './Nudge.tsx'
import { NudgeSlip } from './NudgeSlip.tsx'

type EditMessageProps = { topic: string; message: Message; onDone: () => void }

/** Edits a message in its place. A mention stays while its codename stands in the text. */
export function EditMessage({ topic, message, onDone }: EditMessageProps) {
  const { id, mentioned, sender_id } = message
  const marker = message.file ? readMarker(message.text) : undefined
  const [text, setText] = useState(() => withNames(marker?.caption ?? message.text, mentioned))
  const [asked, setAsked] = useState('')
  const nudge = useNudge(text)
  const form = useRef<HTMLFormElement>(null)
  // The editor is taller than the message: its buttons scroll into view.
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  function leave() {
    const row = form.current?.closest<HTMLElement>('[data-message]')
    onDone()
    row?.focus({ preventScroll: true })
  }
  function finish(caption: string) {
    const words = marker ? withMarker(caption, markerOf(marker)) : caption
    if (words !== message.text) editMessage(topic, id, words)
    leave()
    offerHelp(caption, sender_id)
  }
  function save(words: string) {
    if (nudge.holds(detailsIn(text))) setAsked(words)
    else finish(words)
  }
  return (
    <form ref={form} className={styles.editor} onSubmit={(event) => event.preventDefault()}>
      <Nudge
        Slip={NudgeSlip}
        details={nudge.details}
        onSend={() => finish(asked)}
        onEdit={() => form.current?.querySelector('textarea')?.focus()}
      />
      <MessageField
        isFirst
        label="I-edit ang mensahe mo"
        text={text}
        named={mentioned}
        onChange={setText}
        onSend={save}
        onCancel={leave}
        {...(marker && { fileRoom: markerRoom })}
      >
        {(press, isReady) => (
          <div className={styles.actions}>
            <Button kind="quiet" size="small" onClick={leave}>
              Huwag na
            </Button>
            <Button size="small" aria-disabled={!isReady} onClick={press}>
              I-save
            </Button>
          </div>
        )}
      </MessageField>
    </form>
  )
}
