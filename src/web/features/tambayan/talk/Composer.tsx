import { memo, useLayoutEffect, useRef, useState, type ClipboardEvent } from 'react'
import { emi } from '../../../../shared/emi.ts'
import { markerRoom } from '../../../../shared/marker.ts'
import { type Attached, useAttached } from '../../../domain/messages/files.ts'
import type { Message } from '../../../domain/messages/message.ts'
import { useTalkDraft } from '../../../domain/messages/talk-drafts.ts'
import { useAvoided } from '../../../domain/safety/avoided.ts'
import { offerHelp } from '../../../domain/safety/crisis.ts'
import { useUser } from '../../../lib/session.ts'
import { useLateChunk } from '../../../lib/use-late-chunk.ts'
import { IconButton } from '../../../ui/Button.tsx'
import { AttachButton } from './AttachButton.tsx'
import styles from './Composer.module.css'
import { focusBox } from './focus-box.ts'
import { answeredSlip, attachedFile, loadActs, nudgeSlip, readActs, withActs } from './late.ts'
import type { Face, Named } from './mentioning.ts'
import { MessageField } from './MessageField.tsx'
import { Nudge, useNudge } from './Nudge.tsx'
import { StickerButton } from './StickerButton.tsx'

/** Longest wait for numbers in an answer of Emi, ms. */
const emiWait = 6_000

type ComposerProps = {
  topic: string
  name: string
  /** The messages in the list. */
  messages: () => readonly Message[]
  people: readonly Face[] | undefined
  /** Files and stickers may be sent here. */
  canAttach: boolean
  /** The message that is being answered. */
  answered: Message | undefined
  onAnswered: () => void
  onSent: () => void
  /** Called for arrow up in an empty box. */
  onEditLast: () => void
}

/** The words of the box, the attached file, and how to send both. */
function useBox({ topic, answered, onAnswered, onSent }: ComposerProps) {
  const { id: userId } = useUser()
  const [text, setText] = useTalkDraft(topic)
  const nudge = useNudge(text)
  const attached = useAttached(topic)
  const [asked, setAsked] = useState<Parameters<typeof finish>>()
  const written = useRef(text)
  useLayoutEffect(() => {
    written.current = text
  })

  function sent(words: string) {
    setText('')
    onAnswered()
    onSent()
    // Emi answers with the same numbers. The card comes when she does not, and offline at once.
    offerHelp(words, userId, topic.includes(emi.id) && navigator.onLine ? emiWait : 0)
    focusBox(topic)
  }
  const finish = (words: string, mentioned: readonly Named[]) =>
    withActs(({ sendMessage, sendAttached }) => {
      const message = { text: words, mentioned, ...(answered && { replyTo: answered }) }
      if (attached) return void sendAttached(topic, message).then((isSent) => isSent && sent(words))
      sendMessage(topic, message)
      return sent(words)
    })
  /** Until the code is here the words stay in the box, and go once. */
  const send = (...words: Parameters<typeof finish>) =>
    withActs(({ detailsIn }) => {
      if (written.current !== text) return
      if (nudge.holds(detailsIn(text))) setAsked(words)
      else finish(...words)
      if (!attached) written.current = ''
    })
  return { text, setText, details: nudge.details, sendAsked: () => asked && finish(...asked), send, attached }
}

const offering = { preload: loadActs }

/** The box for a message at the bottom of a talk. Memoised: it does not render for each new message. */
export const Composer = memo(function Composer(props: ComposerProps) {
  const { topic, name, messages, people, canAttach, answered, onAnswered, onEditLast } = props
  const { id: userId } = useUser()
  const { text, setText, details, sendAsked, send, attached } = useBox(props)
  // The list and who is avoided matter from the first @ on.
  const isNaming = people !== undefined && text.includes('@')
  const { blocked, muted } = useAvoided(isNaming)
  const canOffer = useLateChunk(offering, { isWanted: isNaming, isAsked: true })
  const offered =
    people &&
    (() => offeredOf(messages(), people, userId).filter(({ id }) => !blocked.has(id) && !muted.has(id)))
  const onPaste = (event: ClipboardEvent) => {
    const file = event.clipboardData.files[0]
    if (!file || !canAttach || attached?.state === 'sending') return
    event.preventDefault()
    withActs(({ attach }) => void attach(topic, file))
  }
  return (
    <form className={styles.dock} onSubmit={(event) => event.preventDefault()} onPaste={onPaste}>
      <Nudge Slip={nudgeSlip.Component} details={details} onSend={sendAsked} onEdit={() => focusBox(topic)} />
      {answered && <answeredSlip.Component message={answered} onClose={onAnswered} />}
      {attached && <attachedFile.Component topic={topic} onLeave={() => focusBox(topic)} />}
      <MessageField
        label="Mensahe"
        // A text area cuts a long name in the middle of a letter.
        placeholder={people ? 'Sabihin mo… @Emi' : canAttach ? 'Sulatan mo siya…' : `Sulatan si ${name}`}
        {...{ text }}
        box={topic}
        people={offered}
        offering={canOffer ? readActs() : undefined}
        onChange={setText}
        onSend={send}
        onUp={onEditLast}
        {...(answered && { onCancel: onAnswered })}
        {...(attached && { fileRoom: markerRoom, state: stateOf(attached) })}
        before={canAttach && <AttachButton topic={topic} isBusy={attached?.state === 'sending'} />}
        inside={canAttach && <StickerButton topic={topic} onSent={props.onSent} />}
      >
        {(press, isReady) => (
          <IconButton
            icon="up"
            label="Ipadala"
            aria-disabled={!isReady}
            className={styles.send}
            // The text area keeps the focus, and a phone its keyboard.
            onMouseDown={(event) => event.preventDefault()}
            onClick={press}
          />
        )}
      </MessageField>
    </form>
  )
})

function stateOf({ state, isRefused }: Attached): 'held' | 'busy' | undefined {
  if (state === 'sending') return 'busy'
  return state === 'preparing' || isRefused ? 'held' : undefined
}

/** Emi, then the writers in the list, the newest first, then the people online. */
function offeredOf(messages: readonly Message[], people: readonly Face[], userId: string): Face[] {
  const writers = messages.toReversed().map(({ sender_id, codename, avatar_url, is_premium }) => ({
    id: sender_id,
    codename,
    avatar_url,
    is_premium,
  }))
  const others = [...writers, ...people].filter(({ id }) => id !== userId && id !== emi.id)
  return [{ ...emi, is_premium: false }, ...others]
}
