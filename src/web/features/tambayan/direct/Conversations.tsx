import { useState } from 'react'
import { Link } from 'wouter'
import { relativeTime } from '../../../../shared/relative-time.ts'
import { upTo } from '../../../../shared/up-to.ts'
import {
  loadMoreConversations,
  useConversations,
  type Conversation,
} from '../../../domain/messages/conversations.ts'
import { useAvoided } from '../../../domain/safety/avoided.ts'
import { useUser } from '../../../lib/session.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { Button, LinkButton } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { PremiumBadge } from '../../../ui/PremiumBadge.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { BotTag } from '../emi/BotTag.tsx'
import styles from './Conversations.module.css'
import type { SideWays } from './use-side.ts'

/** Requests first, then the conversations, newest first. */
export function Conversations({ ways }: { ways: SideWays }) {
  const { state, conversations, hasMore } = useConversations()
  const { blocked } = useAvoided()
  const shown = conversations.filter(({ other_id: id }) => !blocked.has(id))
  const requests = shown.filter((one) => one.state === 'request')
  const open = shown.filter((one) => one.state === 'open')
  return (
    <div className={styles.page}>
      {state === 'loading' && <Coming />}
      {requests.length > 0 && (
        <section aria-labelledby="requests">
          <h3 id="requests" className={styles.part}>
            Mga request
          </h3>
          <List conversations={requests} ways={ways} />
        </section>
      )}
      {requests.length > 0 && open.length > 0 && <h3 className={styles.part}>Mga kausap mo</h3>}
      {open.length > 0 && <List conversations={open} ways={ways} />}
      {state === 'here' && shown.length === 0 && (
        <EmptyState
          picture="💬"
          title="Wala ka pang kausap"
          action={<LinkButton {...ways.linkTo({ kind: 'people' })}>Tingnan kung sino ang nandito</LinkButton>}
        >
          <p>Pindutin ang codename ng iba, sa pader man o dito, para i-message siya.</p>
        </EmptyState>
      )}
      {state === 'failed' && <Failed />}
      {state === 'here' && hasMore && <More />}
    </div>
  )
}

const Coming = () => (
  <>
    <output className="visually-hidden">Kinukuha ang mga usapan…</output>
    {[1, 2, 3].map((row) => (
      <Skeleton key={row} className={styles.coming} />
    ))}
  </>
)

function List({ conversations, ways }: { conversations: readonly Conversation[]; ways: SideWays }) {
  const { id } = useUser()
  return (
    <ul className={styles.list}>
      {conversations.map((conversation) => (
        <Row
          key={conversation.conversation_id}
          conversation={conversation}
          isOwnLast={conversation.last_sender_id === id}
          ways={ways}
        />
      ))}
    </ul>
  )
}

type RowProps = { conversation: Conversation; isOwnLast: boolean; ways: SideWays }

function Row({ conversation, isOwnLast, ways }: RowProps) {
  const { other_id: userId, other_avatar_url: avatar, last_at: at, last_text: text, unread } = conversation
  const codename = conversation.other_codename ?? 'Anonymous'
  return (
    <li>
      <Link
        {...ways.linkTo({ kind: 'talk', userId, codename, avatar })}
        className={styles.row}
        data-unread={unread > 0 || undefined}
      >
        <Avatar codename={codename} picture={avatar} />
        <span className={styles.top}>
          <span className={styles.who}>
            <span className={styles.name} dir="auto">
              {codename}
            </span>
            <BotTag of={userId} />
            {conversation.other_is_premium && <PremiumBadge />}
          </span>
          <time className={styles.when} dateTime={at}>
            {relativeTime(at)}
          </time>
        </span>
        <span className={styles.last}>
          <span className={styles.words} dir="auto">
            {isOwnLast && 'Ikaw: '}
            {text ?? 'Wala nang mensahe rito'}
          </span>
          {unread > 0 && (
            <span className={styles.count}>
              {upTo(9, unread)}
              <span className="visually-hidden"> hindi pa nababasa</span>
            </span>
          )}
        </span>
      </Link>
    </li>
  )
}

function useMore() {
  const [isComing, setComing] = useState(false)
  const load = async () => {
    setComing(true)
    await loadMoreConversations()
    setComing(false)
  }
  return { isComing, load: () => void load() }
}

function More() {
  const { isComing, load } = useMore()
  return (
    <Button kind="plain" size="small" wide busy={isComing} onClick={load}>
      Mga mas nauna
    </Button>
  )
}

function Failed() {
  const { isComing, load } = useMore()
  return (
    <div className={styles.failed}>
      <Banner kind="note">Hindi pa makuha ang lahat ng usapan mo.</Banner>
      <Button kind="quiet" size="small" busy={isComing} onClick={load}>
        Subukan ulit
      </Button>
    </div>
  )
}
