import { Polls } from './Polls.tsx'
import styles from './PollsRoom.module.css'
import { lead, title } from './words.ts'

/** The polls in their room of Tambayan. */
export function PollsRoom() {
  return (
    <div className={styles.room}>
      <div className={styles.sheet}>
        <header className={styles.head}>
          <h2>{title}</h2>
          <p>{lead}</p>
        </header>
        <Polls heading="h3" />
      </div>
    </div>
  )
}
