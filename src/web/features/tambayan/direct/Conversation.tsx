import { useState, type ReactNode } from 'react'
import { topicWith, useConversation } from '../../../domain/messages/conversations.ts'
import { menuOf, openOverlay } from '../../../domain/overlays.ts'
import { useFace } from '../../../domain/person/face.ts'
import { useAvoided } from '../../../domain/safety/avoided.ts'
import { emi } from '../../../../shared/emi.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { IconButton, LinkButton } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { PersonItems } from '../../../ui/CodenameMenu.tsx'
import { Menu, MenuItem } from '../../../ui/Menu.tsx'
import { PremiumBadge } from '../../../ui/PremiumBadge.tsx'
import { BotTag } from '../emi/BotTag.tsx'
import { LateStrip } from '../emi/LateStrip.tsx'
import { Greeting } from '../emi/Greeting.tsx'
import { useOnlineFace } from '../people/online.ts'
import { TalkView } from '../talk/TalkView.tsx'
import styles from './Conversation.module.css'
import { Declined, Full, Pending, Request } from './Request.tsx'
import type { Side } from './side.ts'
import type { SideWays } from './use-side.ts'

type ConversationProps = { side: Extract<Side, { kind: 'talk' }>; ways: SideWays; close?: ReactNode }

/** The person by the database or the roster. The name in the address shows only until one has answered. null: no such person. */
function usePerson(userId: string, hint: string) {
  const conversation = useConversation(userId)
  const { data: face } = useFace(userId)
  const online = useOnlineFace(userId, face === null && conversation === null)
  const found = userId === emi.id ? emiFace : (face ?? online)
  if (!conversation && !found)
    return face === null && online === null
      ? null
      : { codename: hint, avatar: null, isPremium: false, isKnown: false }
  return {
    codename: conversation?.other_codename ?? found?.codename ?? 'Anonymous',
    avatar: conversation?.other_avatar_url ?? found?.avatar_url ?? null,
    isPremium: conversation?.other_is_premium ?? found?.is_premium ?? false,
    isKnown: true,
  }
}

/** A private conversation with its person at the head. */
export function Conversation({ side: { userId, codename: hint }, ways, close }: ConversationProps) {
  const person = usePerson(userId, hint)
  const isBlocked = useAvoided().blocked.has(userId)
  const { codename, avatar, isPremium, isKnown } = person ?? nobody
  return (
    <>
      <header className={styles.head}>
        <IconButton icon="back" label="Bumalik" onClick={ways.back} />
        <Avatar codename={codename} picture={avatar} size="small" />
        <h2
          className={styles.name}
          data-bot={userId === emi.id || undefined}
          tabIndex={-1}
          dir="auto"
          aria-busy={!isKnown || undefined}
        >
          {codename}
        </h2>
        <BotTag of={userId} />
        {isPremium && <PremiumBadge />}
        <span className={styles.tools}>
          {isKnown && !isBlocked && <More userId={userId} codename={codename} />}
          {close}
        </span>
      </header>
      {isBlocked || !person ? (
        <Closed codename={codename} isBlocked={isBlocked} />
      ) : (
        <OpenTalk userId={userId} codename={codename} isKnown={isKnown} ways={ways} />
      )}
    </>
  )
}

const emiFace = { ...emi, is_premium: false }
const nobody = { codename: 'Anonymous', avatar: null, isPremium: false, isKnown: false }

function More({ userId, codename }: { userId: string; codename: string }) {
  const { onAvoid } = menuOf(userId, codename)
  return (
    <Menu label={`Iba pa tungkol kay ${codename}`} icon="more">
      {userId === emi.id && (
        <MenuItem icon="eye" onSelect={() => openOverlay('emi', { part: 'memory' })}>
          Ang naaalala ni Emi
        </MenuItem>
      )}
      <PersonItems codename={codename} onAvoid={onAvoid} />
    </Menu>
  )
}

function Closed({ codename, isBlocked }: { codename: string; isBlocked: boolean }) {
  if (!isBlocked)
    return (
      <EmptyState picture="🍃" title="Wala na siya rito">
        <p>Hindi na mahanap ang taong ’to sa Emote.</p>
      </EmptyState>
    )
  return (
    <EmptyState
      picture="🍃"
      title="Naka-block siya"
      action={
        <LinkButton href="/profile" kind="quiet">
          Sa Profile
        </LinkButton>
      }
    >
      <p>
        Hindi kayo makakapag-message ni <bdi>{codename}</bdi> habang naka-block siya. Mababawi mo ito sa
        Profile, sa Mga setting.
      </p>
    </EmptyState>
  )
}

/** So many messages a stranger may send before an answer. */
const mostInRequest = 3

type OpenTalkProps = { userId: string; codename: string; isKnown: boolean; ways: SideWays }

function OpenTalk({ userId, codename, isKnown, ways }: OpenTalkProps) {
  const conversation = useConversation(userId)
  // The line of new messages stays where it stood when the talk opened.
  const [readSeq, setReadSeq] = useState<number>()
  if (conversation && readSeq === undefined)
    setReadSeq(conversation.unread > 0 ? conversation.read_seq : Infinity)
  const topic = topicWith(userId)
  if (!topic) return null
  const state = conversation?.state
  const isPending = conversation?.is_pending === true
  const isFull = userId !== emi.id && isPending && conversation.last_seq >= mostInRequest
  return (
    <TalkView
      topic={topic}
      name={codename}
      // While it is unknown the buttons keep their place.
      canAttach={userId !== emi.id && (conversation === undefined || (state === 'open' && !isPending))}
      {...(readSeq !== undefined && readSeq < Infinity && { readSeq })}
      empty={
        userId === emi.id ? (
          <Greeting topic={topic} />
        ) : (
          <EmptyState picture="👋" title="Mag-hello ka">
            <p>
              Hanggang tatlong mensahe muna, hangga’t hindi pa sumasagot si <bdi>{codename}</bdi>. Kayong
              dalawa lang ang makakabasa nito.
            </p>
          </EmptyState>
        )
      }
      notice={
        userId === emi.id ? (
          <LateStrip topic={topic} />
        ) : conversation && state === 'request' ? (
          <Request conversation={conversation} codename={codename} onDeclined={ways.close} />
        ) : conversation?.is_pending && !isFull ? (
          <Pending codename={codename} />
        ) : undefined
      }
      closed={
        conversation && state === 'declined' ? (
          <Declined conversation={conversation} codename={codename} />
        ) : isFull ? (
          <Full codename={codename} />
        ) : isKnown ? undefined : (
          <p className={styles.note}>Makakasulat ka rito pag nahanap na namin kung sino siya.</p>
        )
      }
    />
  )
}
