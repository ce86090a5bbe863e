import { IconButton } from '../../../ui/Button.tsx'
import styles from './Tools.module.css'
import { useSide } from './use-side.ts'

/** The ways to the conversations, and on a phone to those online. */
export function Tools() {
  const { side, open } = useSide()
  return (
    <>
      <IconButton
        icon="people"
        label="Mga online"
        className={styles.people ?? ''}
        onClick={() => open({ kind: 'people' })}
      />
      <IconButton
        icon="comment"
        label="Mga usapan"
        data-opens="chats"
        aria-pressed={side?.kind === 'chats'}
        onClick={() => {
          if (side?.kind !== 'chats') open({ kind: 'chats' })
        }}
      />
    </>
  )
}
