import type { ReactNode } from 'react'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import styles from './TalkView.module.css'

/** A person who can be mentioned, and whose face stands beside a message. */
export type Face = { id: string; codename: string; avatar_url: string | null; is_premium: boolean }

type TalkViewProps = {
  /** The key of the talk: its realtime topic. */
  topic: string
  /** The room, or the codename of the other person. */
  name: string
  /** Shown where nobody has written yet. */
  empty: ReactNode
  /** Who is offered after an @; without it nobody is. Writers of the messages in the list are offered too. */
  people?: readonly Face[]
  /** The last message that was read before the talk opened: the line of new messages stands after it. */
  readSeq?: number
  /** Goes to this message once the talk is here, such as `?message=`. */
  goTo?: string | null
  /** Above the box: a request to answer. */
  notice?: ReactNode
  /** In place of the box, where nothing can be written. */
  closed?: ReactNode
}

/** The messages of a talk with their box, for rooms and conversations. It fills the height that it is given. */
export function TalkView({ name, notice, closed }: TalkViewProps) {
  return (
    <div className={styles.talk}>
      <div className={styles.list} role="log" aria-label={`Mga mensahe: ${name}`} aria-busy="true">
        <Skeleton lines={3} />
      </div>
      {notice}
      {closed}
    </div>
  )
}
