import {
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react'
import { useLocation } from 'wouter'
import { upTo } from '../../../../shared/up-to.ts'
import type { Message, Talk } from '../../../domain/messages/message.ts'
import { loadEarlier, loadLater } from '../../../domain/messages/talk.ts'
import { useLateChunk } from '../../../lib/use-late-chunk.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { NoSignal } from '../../../ui/NoSignal.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { richText, withActs } from './late.ts'
import styles from './MessageList.module.css'
import { MessageRow } from './MessageRow.tsx'
import { isRich } from './MessageText.tsx'
import { dayWords, rowsOf } from './rows.ts'
import { Scroller } from './Scroller.tsx'
import type { Opened } from './TalkMenu.tsx'
import { useAnnounced } from './use-announced.ts'
import type { useReading } from './use-reading.ts'
import type { useShown } from './use-shown.ts'

type MessageListProps = {
  topic: string
  name: string
  talk: Talk
  /** The part that is in the page. */
  part: ReturnType<typeof useShown>
  readerId: string
  reading: ReturnType<typeof useReading>
  empty: ReactNode
  editing: string | undefined
  onOpen: (opened: Opened, button: HTMLElement) => void
  onShow: (id: string) => void
  onEdited: () => void
  onAgain: (message: Message) => void
  onTakeBack: (message: Message) => void
}

/** The messages, oldest first, with the pill that leads to the newest. */
export function MessageList(props: MessageListProps) {
  const { topic, name, talk, part, readerId, reading, empty } = props
  const { messages } = talk
  const announced = useAnnounced(messages, readerId)
  const isEmpty = talk.state === 'here' && messages.length === 0 && !talk.hasEarlier
  return (
    <div className={styles.frame}>
      <output className="visually-hidden">{announced}</output>
      <Scroller
        box={reading.box}
        place={reading.place}
        className={styles.scroller}
        isLoading={talk.state === 'loading'}
        label={`Mga mensahe: ${name}`}
      >
        {talk.hasEarlier && (
          <Edge
            key="earlier"
            load={async () => part.showMore() || loadEarlier(topic)}
            word="Mga naunang mensahe"
          />
        )}
        {talk.state === 'loading' && <Bones />}
        {talk.state === 'failed' && messages.length === 0 && <NoSignal what="ang kuwentuhan" />}
        {isEmpty && empty}
        <Rows {...props} />
        {talk.hasLater && <Edge key="later" load={() => loadLater(topic)} word="Mga sumunod na mensahe" />}
      </Scroller>
      {reading.hasPill && <Pill count={reading.news} onPress={() => void reading.toEnd()} />}
    </div>
  )
}

function Rows(props: MessageListProps) {
  const { shown: messages, hasCrowd } = props.part
  const { topic, readerId, reading, editing, onEdited } = props
  const { lineSeq } = reading
  const rows = useMemo(() => rowsOf(messages, readerId, lineSeq), [messages, readerId, lineSeq])
  const hasRich = useLateChunk(richText, { isWanted: messages.some(isRich) })
  const act = useActs(props)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it listens for the buttons of its rows
    <ol
      className={styles.list}
      data-crowd={hasCrowd || undefined}
      onClick={act.onClick}
      onKeyDown={act.onKeyDown}
    >
      {rows.map((row) =>
        row.kind === 'message' ? (
          <MessageRow
            key={row.key}
            topic={topic}
            message={row.message}
            isHead={row.isHead}
            isLast={row === rows.at(-1)}
            isMine={row.message.sender_id === readerId}
            isEditing={row.message.id === editing}
            hasRich={hasRich}
            onEdited={onEdited}
          />
        ) : (
          <li key={row.key} className={row.kind === 'day' ? styles.day : styles.new}>
            <span>{row.kind === 'day' ? dayWords(row.day) : 'Bago mula rito'}</span>
          </li>
        ),
      )}
    </ol>
  )
}

const steps: Record<string, 'previousElementSibling' | 'nextElementSibling' | undefined> = {
  ArrowUp: 'previousElementSibling',
  ArrowDown: 'nextElementSibling',
}

/** The listeners for all rows. */
function useActs({ topic, readerId, talk, onOpen, onShow, onAgain, onTakeBack }: MessageListProps) {
  const [, navigate] = useLocation()
  function run(act: string | undefined, row: HTMLElement, button: HTMLElement) {
    const message = talk.messages.find(({ id }) => id === row.dataset['message'])
    if (!message) return
    if (act === 'message' || act === 'person') onOpen({ kind: act, message }, button)
    else if (act === 'quote' && message.reply_to) onShow(message.reply_to)
    else if (act === 'again') onAgain(message)
    else if (act === 'back') onTakeBack(message)
    else if (act === 'write')
      withActs(({ writeIt }) => {
        writeIt(topic, message, readerId)
        navigate('/write')
      })
  }
  function onClick({ target }: MouseEvent) {
    const button = target instanceof Element && target.closest<HTMLElement>('[data-act]')
    const row = button && button.closest<HTMLElement>('[data-message]')
    if (row) run(button.dataset['act'], row, button)
  }
  function onKeyDown(event: KeyboardEvent) {
    const row = event.target
    if (!(row instanceof HTMLElement) || !row.dataset['message']) return
    const step = steps[event.key]
    if (step) focusNext(row, step)
    else if (event.key === 'Enter') run('message', row, row)
    else return
    event.preventDefault()
  }
  return { onClick, onKeyDown }
}

function focusNext(row: Element, step: 'previousElementSibling' | 'nextElementSibling') {
  let next = row[step]
  while (next && !next.matches('[data-message]')) next = next[step]
  if (next instanceof HTMLElement) next.focus()
}

/** Takes no space in the layout, so nothing moves when it comes. */
function Pill({ count, onPress }: { count: number; onPress: () => void }) {
  return (
    <button type="button" className={styles.pill} onClick={onPress}>
      <span className={styles.down}>
        <Icon name="up" size={18} />
      </span>
      {count > 0 ? `${upTo(99, count)} bagong mensahe` : <span className="visually-hidden">Sa dulo</span>}
    </button>
  )
}

/** Fetches the next page when it comes near the screen. After a failure it is a button. */
function Edge({ load, word }: { load: () => Promise<boolean>; word: string }) {
  const element = useRef<HTMLDivElement>(null)
  const [isFailed, setFailed] = useState(false)
  const ask = useRef(load)
  useEffect(() => {
    ask.current = load
  })
  useEffect(() => {
    const { current: edge } = element
    if (!edge || isFailed) return undefined
    let isBusy = false
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting || isBusy) return
        isBusy = true
        void ask.current().then((isThere) => {
          isBusy = false
          if (!isThere) return setFailed(true)
          // Observing anew reports an edge that is still near.
          observer.unobserve(edge)
          observer.observe(edge)
        })
      },
      { root: edge.closest('[data-scroller]'), rootMargin: '900px 0px' },
    )
    observer.observe(edge)
    return () => observer.disconnect()
  }, [isFailed])
  return (
    <div ref={element} className={styles.edge}>
      {isFailed ? (
        <Button kind="plain" size="small" onClick={() => setFailed(false)}>
          {word}
        </Button>
      ) : (
        <Skeleton className={styles.bone} />
      )}
    </div>
  )
}

/** Placeholders where messages come. */
const Bones = () => (
  <div className={styles.bones}>
    {[62, 44, 70, 38, 55].map((width) => (
      <div key={width} style={{ width: `${width}%` }}>
        <Skeleton className={styles.bone} />
      </div>
    ))}
    <output className="visually-hidden">Binubuksan ang kuwentuhan</output>
  </div>
)
