import { Link } from 'wouter'
import { rooms, type Room } from './rooms.ts'
import styles from './RoomTabs.module.css'

/** The three rooms, as links: a room has an address. */
export function RoomTabs({ current }: { current: Room }) {
  return (
    <nav aria-label="Mga room" className={styles.tabs}>
      {rooms.map((room) => (
        <Link
          key={room.id}
          href={room.id === 'general' ? '/tambayan' : `/tambayan?room=${room.id}`}
          className={styles.tab}
          aria-current={room.id === current.id ? 'page' : undefined}
        >
          {room.name}
        </Link>
      ))}
    </nav>
  )
}
