import { Avatar } from '../../../ui/Avatar.tsx'
import { BotTag } from '../emi/BotTag.tsx'
import styles from './Choices.module.css'
import type { Face } from './mentioning.ts'

const bringIntoView = (option: HTMLElement | null) => option?.scrollIntoView({ block: 'nearest' })

export type ChoicesProps = {
  id: string
  choices: readonly Face[]
  active: Face | undefined
  onPick: (face: Face) => void
}

/** The people whom an @ may mean. */
export function Choices({ id, choices, active, onPick }: ChoicesProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the browser's own list cannot stand beside a text area
    <div id={id} role="listbox" aria-label="Sino ang babanggitin" className={styles.choices}>
      {choices.map((face) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus, jsx-a11y/prefer-tag-over-role -- the field has the focus and its keys
        <div
          key={face.id}
          ref={face === active ? bringIntoView : undefined}
          id={`${id} ${face.id}`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an option of the list above
          role="option"
          aria-selected={face === active}
          className={styles.choice}
          // The text area keeps the focus, and a phone its keyboard.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(face)}
        >
          <Avatar codename={face.codename} picture={face.avatar_url} size="small" />
          <span className={styles.name} dir="auto">
            {face.codename}
          </span>
          <BotTag of={face.id} />
        </div>
      ))}
    </div>
  )
}
