import { useEffect, useRef } from 'react'
import { offerHelp } from '../../../domain/safety/crisis.ts'
import { useKeyed } from '../../../lib/store.ts'
import { IconButton } from '../../../ui/Button.tsx'
import type { Post } from '../../../domain/posts/post-store.ts'
import styles from './CommentBox.module.css'
import { drafts, isSendable, send, write } from '../../../domain/posts/comment-drafts.ts'
import { SignedAs } from './SignedAs.tsx'
import { useAuthor } from './use-author.ts'
import { WordsField } from './WordsField.tsx'

/** The box for the person's own comment. It keeps the words until they are stored or wait in the outbox. */
export function CommentBox({ post }: { post: Post }) {
  const author = useAuthor(post)
  const draft = useKeyed(drafts, post.id)
  const text = draft?.text ?? ''
  const form = useRef<HTMLFormElement>(null)
  const isReady = isSendable(text) && !draft?.sending

  // Scrolls the send button into view when the box grows, and at no other change.
  const shown = useRef(text)
  useEffect(() => {
    if (shown.current === text) return
    shown.current = text
    if (form.current?.contains(document.activeElement)) form.current.scrollIntoView({ block: 'nearest' })
  }, [text])

  async function submit() {
    if (!isReady) return
    const words = text
    if (await send(post.id, author)) offerHelp(words, author.user_id)
  }
  return (
    <form
      ref={form}
      className={styles.box}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <SignedAs post={post} />
      <WordsField
        label={`Komento mo sa post ni ${post.codename}`}
        placeholder="Magkomento…"
        value={text}
        note={draft?.note}
        onChange={(value) => write(post.id, value)}
        onSend={() => void submit()}
      >
        <IconButton
          icon="up"
          label="Ipadala"
          type="submit"
          aria-disabled={!isReady}
          aria-keyshortcuts="Control+Enter"
          className={styles.send}
          // The text area keeps the focus, and a phone its keyboard.
          onMouseDown={(event) => event.preventDefault()}
        />
      </WordsField>
    </form>
  )
}
