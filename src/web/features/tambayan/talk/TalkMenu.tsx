import { useState, type KeyboardEvent } from 'react'
import { readMarker } from '../../../../shared/read-marker.ts'
import { chatReactions, roomOf, withNames } from '../../../../shared/talks.ts'
import { stickerOrGif } from '../../../../shared/plain-text.ts'
import { openedFiles } from '../../../domain/messages/files.ts'
import type { Message } from '../../../domain/messages/message.ts'
import { react, tryAgain } from '../../../domain/messages/sending.ts'
import { menuOf, openOverlay } from '../../../domain/overlays.ts'
import { copy } from '../../../lib/clipboard.ts'
import { showToast } from '../../../lib/toast.ts'
import { PersonItems } from '../../../ui/CodenameMenu.tsx'
import { MenuItem } from '../../../ui/Menu.tsx'
import { moveFocus, type useSlip } from '../../../ui/use-slip.ts'
import { DeleteMessage } from './DeleteMessage.tsx'
import styles from './TalkMenu.module.css'

const reply = 'M9.5 6 4 11.5 9.5 17M4.5 11.5h8.7c4 0 6.3 2.6 6.3 7'

/** The menu's subject: a message, or the person who wrote it. */
export type Opened = { kind: 'message' | 'person'; message: Message }
export type TalkMenuState = Omit<ReturnType<typeof useSlip>, 'openAt'> & { opened: Opened | undefined }

type Act = (message: Message) => void
type Acts = { onAnswer: Act; onEdit: Act; onDelete: Act; onTakeBack: Act }
type TalkMenuProps = Omit<Acts, 'onDelete'> & { topic: string; readerId: string; menu: TalkMenuState }

/** The menu of all messages in a list, and the question before one is deleted. */
export function TalkMenu(props: TalkMenuProps) {
  const { topic } = props
  const [deleting, setDeleting] = useState<Message>()
  return (
    <>
      <Menu {...props} onDelete={setDeleting} />
      {deleting && <DeleteMessage topic={topic} message={deleting} onClose={() => setDeleting(undefined)} />}
    </>
  )
}

function Menu({ topic, readerId, menu, ...acts }: TalkMenuProps & Acts) {
  const { isOpen, close, ofSlip, opened } = menu
  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    // The focus returns to the button, and the browser moves on from there.
    if (event.key === 'Tab') close()
    else moveFocus(event)
  }
  if (!opened) return <div {...ofSlip} className={styles.slip} />
  const { kind, message } = opened
  const { sender_id, codename, avatar_url } = message
  const isMine = sender_id === readerId
  return (
    <div {...ofSlip} className={styles.slip}>
      {isOpen && (
        <div role="menu" tabIndex={-1} aria-label="Mga puwedeng gawin" onKeyDown={onKeyDown}>
          {kind === 'person' ? (
            <PersonItems {...menuOf(sender_id, codename, avatar_url)} />
          ) : message.seq === null || message.sending === 'refused' ? (
            <UnsentItems {...{ topic, message }} {...acts} />
          ) : (
            <>
              <Reactions topic={topic} message={message} onChoose={close} />
              <MessageItems {...{ topic, message, isMine }} {...acts} />
              <Sent message={message} />
            </>
          )}
        </div>
      )}
    </div>
  )
}

function Reactions({ topic, message, onChoose }: { topic: string; message: Message; onChoose: () => void }) {
  const { id, my_reaction, reaction_counts } = message
  return (
    <fieldset aria-label="Mag-react" className={styles.reactions}>
      {chatReactions.map(({ name, emoji }) => (
        <button
          key={emoji}
          type="button"
          role="menuitemradio"
          tabIndex={-1}
          aria-checked={emoji === my_reaction}
          aria-label={name}
          className={styles.reaction}
          onClick={() => {
            onChoose()
            react(topic, id, emoji === my_reaction ? null : emoji)
          }}
        >
          <span className={styles.emoji} aria-hidden="true">
            {emoji}
          </span>
          <span className={styles.count}>{reaction_counts[emoji] ?? ''}</span>
        </button>
      ))}
    </fieldset>
  )
}

function MessageItems({
  topic,
  message,
  isMine,
  onAnswer,
  onEdit,
  onDelete,
}: Acts & { topic: string; message: Message; isMine: boolean }) {
  const { id, sender_id, codename, avatar_url, file } = message
  const isRoom = roomOf(topic) !== undefined
  return (
    <>
      <MenuItem icon={reply} onSelect={() => onAnswer(message)}>
        Sagutin
      </MenuItem>
      <Copy message={message} />
      {isMine ? (
        <>
          {!stickerOrGif(message.text) && (
            <MenuItem icon="pen" onSelect={() => onEdit(message)}>
              I-edit
            </MenuItem>
          )}
          <MenuItem icon="trash" danger onSelect={() => onDelete(message)}>
            Burahin
          </MenuItem>
        </>
      ) : (
        <>
          <MenuItem
            icon="flag"
            onSelect={() =>
              openOverlay('report', {
                type: isRoom ? 'live_chat_message' : 'direct_message',
                id,
                // The server shows a reported file to its reporter no more.
                ...(file && { onSent: () => openedFiles.put(file.id, { state: 'gone' }) }),
              })
            }
          >
            I-report
          </MenuItem>
          <PersonItems {...menuOf(sender_id, codename, avatar_url)} />
        </>
      )}
    </>
  )
}

/** For a message that waits or was refused. */
function UnsentItems({
  topic,
  message,
  onTakeBack,
}: Pick<Acts, 'onTakeBack'> & { topic: string; message: Message }) {
  return (
    <>
      {message.waitsUntil !== undefined && (
        <p className={styles.sent}>Dahan-dahan lang muna ang room. Kusang ipapadala ito.</p>
      )}
      <MenuItem icon="up" onSelect={() => tryAgain(topic, message.id)}>
        Ipadala na
      </MenuItem>
      <MenuItem icon="close" onSelect={() => onTakeBack(message)}>
        Bawiin
      </MenuItem>
      <Copy message={message} />
    </>
  )
}

/** The words of a message, without the line that names its file. */
const wordsOf = ({ text, file }: Message) => (file && readMarker(text)?.caption) ?? text

function Copy({ message }: { message: Message }) {
  const words = withNames(wordsOf(message), message.mentioned)
  if (words === '') return null
  async function take() {
    showToast((await copy(words)) ? 'Nakopya na.' : 'Hindi nakopya.')
  }
  return (
    <MenuItem icon="copy" onSelect={() => void take()}>
      Kopyahin
    </MenuItem>
  )
}

const exact = new Intl.DateTimeFormat('fil-PH', { dateStyle: 'medium', timeStyle: 'short' })

/** The time of sending to the minute. The list shows it roughly. */
const Sent = ({ message: { created_at } }: { message: Message }) => (
  <p className={styles.sent}>
    <time dateTime={created_at}>{exact.format(new Date(created_at))}</time>
  </p>
)
