import { excerpt } from '../../../../shared/excerpt.ts'
import { limits } from '../../../../shared/limits.ts'
import { plainText } from '../../../../shared/plain-text.ts'
import type { Message } from '../../../domain/messages/message.ts'
import { IconButton } from '../../../ui/Button.tsx'
import styles from './Answered.module.css'

/** Above the box: the message that is being answered. */
export function Answered({ message, onClose }: { message: Message; onClose: () => void }) {
  const { codename, text, mentioned } = message
  return (
    <div className={styles.answered}>
      <p className={styles.quoted}>
        Sagot kay <bdi>{codename}</bdi>
        <span className={styles.excerpt} dir="auto">
          {excerpt(plainText(text, mentioned), limits.quote)}
        </span>
      </p>
      <IconButton icon="close" label="Huwag nang sagutin" onClick={onClose} />
    </div>
  )
}
