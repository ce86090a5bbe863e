import { useEffect, type ReactNode } from 'react'
import { useSearch } from 'wouter'
import { followSight, startSight } from '../../domain/safety/sight.ts'
import { useUser } from '../../lib/session.ts'
import { LateSide } from './direct/LateSide.tsx'
import { Tools } from './direct/Tools.tsx'
import { Room } from './rooms/Room.tsx'
import { RoomTabs } from './rooms/RoomTabs.tsx'
import { roomOf } from './rooms/rooms.ts'
import styles from './Tambayan.module.css'

/** The page of talks: a room in the middle, the people online beside it, and the panel of a conversation. `polls`: the content of their room. */
export function Tambayan({ polls }: { polls: ReactNode }) {
  const { id: userId } = useUser()
  const room = roomOf(new URLSearchParams(useSearch()).get('room'))
  useEffect(() => void startSight(), [])
  useEffect(() => followSight(userId), [userId])
  return (
    <div className={styles.place} data-fills="">
      <section className={styles.room} aria-label={room.name}>
        <header className={styles.head}>
          <h1 className={styles.title}>Tambayan</h1>
          <RoomTabs current={room} />
          <div className={styles.tools}>
            <Tools />
          </div>
        </header>
        <Room room={room} polls={polls} />
      </section>
      <LateSide />
    </div>
  )
}
