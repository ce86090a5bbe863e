import type { ReactNode } from 'react'
import { useSearch } from 'wouter'
import { roomTopic } from '../../../../shared/talks.ts'
import { LinkButton } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { LateStrip } from '../emi/LateStrip.tsx'
import { useRoster } from '../people/online.ts'
import { TalkView } from '../talk/TalkView.tsx'
import type { Room as RoomOfTambayan } from './rooms.ts'

/** The content of the open room. */
export function Room({ room, polls }: { room: RoomOfTambayan; polls: ReactNode }) {
  const people = useRoster()
  const goTo = new URLSearchParams(useSearch()).get('message')
  if (room.id === 'games')
    return (
      <EmptyState
        picture="🎲"
        title="Games Coming Soon"
        action={<LinkButton href="/tambayan">Sa General</LinkButton>}
      >
        <p>Inaayos pa ang mesa at ang mga baraha. Kuwentuhan muna tayo.</p>
      </EmptyState>
    )
  if (room.id === 'polls') return polls
  return (
    <TalkView
      key={room.id}
      topic={roomTopic(room.id)}
      name={room.name}
      people={people}
      canAttach
      goTo={goTo}
      notice={<LateStrip topic={roomTopic(room.id)} />}
      // The address leads to its message once. The same notice can then lead there again.
      onShown={() => history.replaceState(history.state, '', '/tambayan')}
      empty={
        <EmptyState picture="🪑" title="Ikaw ang unang nakaupo">
          <p>Kumusta ka ngayon? Kahit isang “hi” lang, may makakabasa.</p>
        </EmptyState>
      }
    />
  )
}
