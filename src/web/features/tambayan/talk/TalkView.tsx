import { useCallback, useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { stickerOrGif } from '../../../../shared/talks.ts'
import type { Message } from '../../../domain/messages/message.ts'
import { addToTalkDraft } from '../../../domain/messages/talk-drafts.ts'
import { goToMessage, useTalk } from '../../../domain/messages/talk.ts'
import { firstTouch } from '../../../lib/first-paint.ts'
import { useUser } from '../../../lib/session.ts'
import { showToast } from '../../../lib/toast.ts'
import { Composer } from './Composer.tsx'
import { DropPlace } from './DropPlace.tsx'
import { focusBox } from './focus-box.ts'
import {
  answeredSlip,
  attachedFile,
  editor,
  loadActs,
  menu as menuCode,
  nudgeSlip,
  tellFailure,
} from './late.ts'
import type { Face } from './mentioning.ts'
import { MessageList } from './MessageList.tsx'
import { useReading } from './use-reading.ts'
import { useShown } from './use-shown.ts'
import { useSteady } from './use-steady.ts'
import { useTalkMenu } from './use-talk-menu.ts'

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
  const edit = (id: string | undefined) => void editor.preload().then(() => setEditing(id), tellFailure)
  const onTakeBack = ({ id }: Message) => void takeBackWords(topic, id)
  const showMessage = (id: string) => show(topic, reading.box.current, id, part.showAll)
  const ofComposer = useSteady({
    messages: () => talk.messages,
    onSent: () => void reading.toEnd(),
    onEditLast: () => edit(lastOwn(talk.messages, readerId)),
    onAnswered: () => setAnswered(undefined),
  })

  useEffect(
    () =>
      void firstTouch()
        .then(nudgeSlip.preload)
        .catch(() => undefined),
    [],
  )
  const isHere = talk.state === 'here'
  const arrive = useEffectEvent((id: string) => void showMessage(id).then(onShown))
  useEffect(() => {
    if (isHere && goTo) arrive(goTo)
  }, [isHere, goTo])

  return (
    <DropPlace topic={topic} canAttach={canAttach && !closed}>
      <MessageList
        {...{ topic, name, talk, part, readerId, reading, empty, editing }}
        onOpen={menu.open}
        onShow={(id) => void showMessage(id)}
        onEdited={stopEditing}
        onAgain={({ id }) => void loadActs().then(({ tryAgain }) => tryAgain(topic, id), tellFailure)}
        onTakeBack={onTakeBack}
      />
      {notice}
      {closed ?? <Composer {...{ topic, name, people, canAttach, answered }} {...ofComposer} />}
      {menu.opened && (
        <menuCode.Component
          {...{ topic, menu, readerId }}
          onAnswer={(message) => {
            void answeredSlip.preload().then(() => setAnswered(message))
            focusBox(topic)
          }}
          onEdit={({ id }) => edit(id)}
          onTakeBack={onTakeBack}
        />
      )}
    </DropPlace>
  )
}

/** The newest own message that can be edited. */
const lastOwn = (messages: readonly Message[], readerId: string) =>
  messages.findLast(
    ({ sender_id, seq, sending, text }) =>
      sender_id === readerId && seq !== null && !sending && !stickerOrGif(text),
  )?.id

/** Puts words that were taken back into the box, after those in it. */
async function takeBackWords(topic: string, id: string): Promise<void> {
  try {
    const [{ takeBackWithFile }] = await Promise.all([loadActs(), attachedFile.preload()])
    const words = await takeBackWithFile(topic, id)
    if (words !== undefined) addToTalkDraft(topic, words)
  } catch {
    showToast('Hindi nabawi. Subukan ulit.', 'error')
  }
}

/** Brings a message into view and marks it for a moment. */
async function show(topic: string, box: HTMLElement | null, id: string, showAll: () => void): Promise<void> {
  const find = () => box?.querySelector<HTMLElement>(`[data-message="${CSS.escape(id)}"]`)
  if (!find() && !(await goToMessage(topic, id))) return showToast('Wala na ang mensaheng ’yan.')
  showAll()
  // After the window's render.
  await new Promise(requestAnimationFrame)
  const row = find()
  row?.scrollIntoView({ block: 'center' })
  row?.focus({ preventScroll: true })
  const paint = getComputedStyle(document.documentElement).getPropertyValue('--paint-wash')
  row?.animate([{ background: paint }, { background: paint }, { background: 'transparent' }], 2_600)
}
