import { splitMentions } from '../../../../shared/talks.ts'
import type { Mentioned } from '../../../domain/messages/message.ts'
import { useUser } from '../../../lib/session.ts'
import { classes } from '../../../ui/classes.ts'
import { Numbers } from '../emi/Numbers.tsx'
import styles from './MessageText.module.css'

/** One to three emoji and nothing else. */
const onlyEmoji =
  /^(?:\p{Extended_Pictographic}(?:\p{M}|\p{Emoji_Modifier}|\u200d|\p{Extended_Pictographic})*\s*){1,3}$/u

type MessageTextProps = {
  text: string
  mentioned: readonly Mentioned[]
  /** Numbers in Emi's words can be called. */
  isOfBot?: boolean
}

/** The words of a message with the codenames of now. A few emoji alone are large. */
export function MessageText({ text, mentioned, isOfBot = false }: MessageTextProps) {
  const { id: readerId } = useUser()
  return (
    <p className={classes(styles.words, text.length < 24 && onlyEmoji.test(text) && styles.large)} dir="auto">
      {splitMentions(text).map((part, at) =>
        'text' in part ? (
          isOfBot ? (
            // oxlint-disable-next-line react/no-array-index-key -- the parts of a text have no other name
            <Numbers key={at} words={part.text} />
          ) : (
            part.text
          )
        ) : (
          // oxlint-disable-next-line react/no-array-index-key -- the parts of a text have no other name
          <bdi key={at} className={classes(styles.mention, part.mention === readerId && styles.me)}>
            @{mentioned.find(({ id }) => id === part.mention)?.codename ?? 'Anonymous'}
          </bdi>
        ),
      )}
    </p>
  )
}
