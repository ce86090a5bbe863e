import { useCallback, useEffect, useEffectEvent, useState, type DragEvent, type ReactNode } from 'react'
import type { Message } from '../../../domain/messages/message.ts'
import { useTalk } from '../../../domain/messages/talk.ts'
import { useUser } from '../../../lib/session.ts'
import { useLateChunk } from '../../../lib/use-late-chunk.ts'
import { Composer } from './Composer.tsx'
import { focusBox } from './focus-box.ts'
import { menu as menuCode, nudgeSlip, seenMentions, withActs } from './late.ts'
import type { Face } from './mentioning.ts'
import { MessageList } from './MessageList.tsx'
import { useReading } from './use-reading.ts'
import { useShown } from './use-shown.ts'
import { useSteady } from './use-steady.ts'
import styles from './TalkView.module.css'
import { useTalkMenu } from './use-talk-menu.ts'
import { useTouched } from './use-touched.ts'

type TalkViewProps = {
  /** The key of the talk: its realtime topic. Mount it anew for another one. */
  topic: string
  /** The room, or the codename of the other person. */
  name: string
  /** Shown before anybody has written. */
  empty: ReactNode
  /** People offered after an @, besides the writers in the list. Undefined in a conversation: it has no mentions. */
  people?: readonly Face[]
  /** Files and stickers may be sent here: not to Emi, and not in a request. */
  canAttach?: boolean
  /** The last message that was read before the talk opened: the line of new messages stands after it. */
  readSeq?: number | undefined
  /** Goes to this message once the talk is here, such as `?message=`. */
  goTo?: string | null
  onShown?: () => void
  /** Above the box: a request to answer. */
  notice?: ReactNode
  /** In place of the box, where nothing can be written. */
  closed?: ReactNode
}

/** The messages of a talk with their box, for rooms and conversations. It fills the height that it is given. */
export function TalkView(props: TalkViewProps) {
  const { topic, name, empty, people, canAttach = false, readSeq, goTo, onShown, notice, closed } = props
  const { id: readerId } = useUser()
  const talk = useTalk(topic)
  const reading = useReading(topic, talk, readerId, readSeq)
  const menu = useTalkMenu()
  const [answered, setAnswered] = useState<Message>()
  const [editing, setEditing] = useState<string>()
  const stopEditing = useCallback(() => setEditing(undefined), [])
  const part = useShown(talk.messages, reading.isEnd)
  const edit = (id: string | undefined) => withActs(() => setEditing(id))
  const onTakeBack = ({ id }: Message) => withActs(({ takeBackWords }) => void takeBackWords(topic, id))
  const show = (id: string, then?: () => void) =>
    withActs((acts) => void acts.showMessage(topic, reading.box.current, id, part.showAll).then(then))
  const ofComposer = useSteady({
    messages: () => talk.messages,
    onSent: () => void reading.toEnd(),
    onEditLast: () => withActs(({ lastOwn }) => edit(lastOwn(talk.messages, readerId))),
    onAnswered: () => setAnswered(undefined),
  })

  useTouched(nudgeSlip)
  const onDrag = (event: DragEvent<HTMLElement>) => dragOver(event, canAttach && !closed ? topic : undefined)
  const canTellBell = useLateChunk(seenMentions, { isWanted: people !== undefined })
  const isHere = talk.state === 'here'
  const arrive = useEffectEvent((id: string) => show(id, onShown))
  useEffect(() => {
    if (isHere && goTo) arrive(goTo)
  }, [isHere, goTo])

  return (
    <div className={styles.talk} onDragOver={onDrag} onDragLeave={onDrag} onDrop={onDrag}>
      <MessageList
        {...{ topic, name, talk, part, readerId, reading, empty, editing }}
        onOpen={menu.open}
        onShow={(id) => show(id)}
        onEdited={stopEditing}
        onAgain={({ id }) => withActs(({ tryAgain }) => tryAgain(topic, id))}
        onTakeBack={onTakeBack}
      />
      {notice}
      {closed ?? <Composer {...{ topic, name, people, canAttach, answered }} {...ofComposer} />}
      {canTellBell && <seenMentions.Component messages={talk.messages} {...{ reading, readerId }} />}
      {menu.opened && (
        <menuCode.Component
          {...{ topic, menu, readerId }}
          onAnswer={(message) => {
            setAnswered(message)
            focusBox(topic)
          }}
          onEdit={({ id }) => edit(id)}
          onTakeBack={onTakeBack}
        />
      )}
    </div>
  )
}

/** A file over the talk. Where none may be sent, the browser must not leave the page for it. */
function dragOver(event: DragEvent<HTMLElement>, topic: string | undefined): void {
  if (!event.dataTransfer.types.includes('Files')) return
  event.preventDefault()
  const { currentTarget, dataTransfer } = event
  const file = dataTransfer.files[0]
  withActs(({ drag }) => drag(event, currentTarget, file, topic))
}
