import { emi } from '../../../../shared/emi.ts'
import { addToTalkDraft } from '../../../domain/messages/talk-drafts.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { focusBox } from '../talk/focus-box.ts'
import styles from './Greeting.module.css'

const openers = ['Hindi ako makatulog.', 'Ang bigat ng araw ko.', 'Kuwentuhan lang tayo.']

/** In the empty conversation with Emi: her first words, which cost nothing, and words to begin with. */
export const Greeting = ({ topic }: { topic: string }) => (
  <div className={styles.greeting}>
    <Avatar codename={emi.codename} picture={emi.avatar_url} size="huge" />
    <p className={styles.words}>
      Hi! Ako si Emi, bot ng Emote. Gising ako kahit anong oras. Kumusta ka, ’yong totoo?
    </p>
    <p className={styles.note}>
      Hindi ako tao, at hindi ako doktor. Pero nakikinig ako, at puwede mong burahin ang lahat kahit kailan.
    </p>
    <ul className={styles.openers} aria-label="Puwedeng simula">
      {openers.map((words) => (
        <li key={words}>
          <button
            type="button"
            className={styles.opener}
            onClick={() => {
              addToTalkDraft(topic, words)
              focusBox(topic)
            }}
          >
            {words}
          </button>
        </li>
      ))}
    </ul>
  </div>
)
