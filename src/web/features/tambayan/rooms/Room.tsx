import { LinkButton } from '../../../ui/Button.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { TalkView } from '../talk/TalkView.tsx'
import type { Room as RoomOfTambayan } from './rooms.ts'

/** What the open room shows. */
export function Room({ room }: { room: RoomOfTambayan }) {
  if (room.id === 'games')
    return (
      <EmptyState picture="🎲" title="Games Coming Soon" action={<Back />}>
        <p>Inaayos pa ang mesa at ang mga baraha. Kuwentuhan muna tayo.</p>
      </EmptyState>
    )
  if (room.id === 'polls')
    return (
      <EmptyState picture="🗳️" title="Binibilang pa ang mga balota" action={<Back />}>
        <p>Dito boboto nang walang pangalan. Kuwentuhan muna tayo.</p>
      </EmptyState>
    )
  return (
    <TalkView
      key={room.id}
      topic={`tambayan-${room.id}`}
      name={room.name}
      empty={
        <EmptyState picture="🪑" title="Ikaw ang unang nakaupo">
          <p>Kumusta ka ngayon? Kahit isang “hi” lang, may makakabasa.</p>
        </EmptyState>
      }
    />
  )
}

const Back = () => <LinkButton href="/tambayan">Sa General</LinkButton>
