import { useState, type ReactNode } from 'react'
import { emi } from '../../../../shared/emi.ts'
import type { MessageFile } from '../../../../shared/marker.ts'
import { splitMentions } from '../../../../shared/talks.ts'
import type { Mentioned, Message } from '../../../domain/messages/message.ts'
import { useUser } from '../../../lib/session.ts'
import { classes } from '../../../ui/classes.ts'
import styles from './MessageText.module.css'

/** True for a message that may show more than words and names: addresses, a file, what Emi offers. Its code comes after the first paint. */
export const isRich = ({ text, file, sender_id }: Message): boolean =>
  file !== null || sender_id === emi.id || /https?:/i.test(text)

/** The words and names of a message. A picture that comes later has its space. */
export function MessageText({ message: { text, mentioned, file } }: { message: Message }) {
  const picture = /^https?:\/\/\S+(\/stickers\/\S+\.svg|\.giphy\.com\/\S+)$/.exec(text)
  if (picture) return <Frame kind={picture[1]?.startsWith('/') ? 'sticker' : 'gif'} />
  // The last line names the file.
  const words = file ? text.slice(0, text.lastIndexOf('\n') + 1).trimEnd() : text
  return (
    <>
      {words !== '' && (
        <Paragraph text={words}>
          {splitMentions(words).map((part, at) =>
            'text' in part ? (
              part.text
            ) : (
              // oxlint-disable-next-line react/no-array-index-key -- the parts of a text have no other name
              <Mention key={at} id={part.mention} mentioned={mentioned} />
            ),
          )}
        </Paragraph>
      )}
      {file && (
        <FileFrame file={file}>
          <span className={styles.waiting}>{file.type === 'image' ? 'Larawan' : file.name}</span>
        </FileFrame>
      )}
    </>
  )
}

/** One to three emoji and nothing else. */
const onlyEmoji =
  /^(?:\p{Extended_Pictographic}(?:\p{M}|\p{Emoji_Modifier}|\u200d|\p{Extended_Pictographic})*\s*){1,3}$/u

/** A few emoji alone are large. */
export const Paragraph = ({ text, children }: { text: string; children: ReactNode }) => (
  <p className={classes(styles.words, text.length < 24 && onlyEmoji.test(text) && styles.large)} dir="auto">
    {children}
  </p>
)

/** The codename of now. */
export function Mention({ id, mentioned }: { id: string; mentioned: readonly Mentioned[] }) {
  const { id: readerId } = useUser()
  return (
    <bdi className={classes(styles.mention, id === readerId && styles.me)}>
      @{mentioned.find((person) => person.id === id)?.codename ?? 'Anonymous'}
    </bdi>
  )
}

type FrameProps = { kind: 'gif' | 'sticker' | 'picture' | 'line'; ratio?: number; children?: ReactNode }

/** Reserves the size of a picture before it is fetched, so nothing moves when it comes. */
export const Frame = ({ kind, ratio, children }: FrameProps) => (
  <div className={styles.frame} data-kind={kind} style={{ aspectRatio: ratio }}>
    {children}
  </div>
)

/** Widest and tallest shape of a picture in the list. */
const [tallest, widest] = [0.7, 2]

export function FileFrame({ file, children }: { file: MessageFile; children?: ReactNode }) {
  // A picture that expires while it is on the screen keeps its space.
  const [isOver] = useState(() => Date.parse(file.expires_at) <= Date.now())
  if (file.type !== 'image' || isOver) return <Frame kind="line">{children}</Frame>
  const ratio = (file.width ?? 4) / (file.height ?? 3)
  return (
    <Frame kind="picture" ratio={Math.min(widest, Math.max(tallest, ratio))}>
      {children}
    </Frame>
  )
}
