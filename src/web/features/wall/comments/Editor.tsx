import { useEffect, useRef, useState } from 'react'
import type { WallComment } from '../../../../shared/rows.ts'
import { offerHelp } from '../../../domain/safety/crisis.ts'
import { useUser } from '../../../lib/session.ts'
import { useKeyed } from '../../../lib/store.ts'
import { Button } from '../../../ui/Button.tsx'
import { updateComment } from '../../../domain/posts/comments.api.ts'
import { edits, isSendable, rescueEdit } from '../../../domain/posts/comment-drafts.ts'
import styles from './Editor.module.css'
import { putOwn } from '../../../domain/posts/comments.live.ts'
import { WordsField } from './WordsField.tsx'

/** The edited words and the save. A failure keeps the words. */
function useEdit(comment: WallComment, onDone: () => void) {
  const user = useUser()
  const text = useKeyed(edits, comment.id) ?? comment.content
  const [note, setNote] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  async function save() {
    if (isSaving || !isSendable(text)) return
    setSaving(true)
    setNote(undefined)
    try {
      const stored = await updateComment(comment.id, text.trim())
      if (stored) {
        putOwn(comment, stored)
        offerHelp(text, user.id)
        discard()
        return
      }
      setNote('Wala na rito ang komentong ’to.')
    } catch {
      setNote(`${navigator.onLine ? 'Hindi naisave.' : 'Walang internet.'} Nandito pa ang sinulat mo.`)
    }
    setSaving(false)
  }
  function discard() {
    edits.drop(comment.id)
    onDone()
  }
  return { text, note, isSaving, save, discard }
}

/** Edits a comment in its place. Unsaved words are there again the next time. */
export function Editor({ comment, onDone }: { comment: WallComment; onDone: () => void }) {
  const { text, note, isSaving, save, discard } = useEdit(comment, onDone)
  const form = useRef<HTMLFormElement>(null)
  // The editor is taller than the comment: its buttons scroll into view.
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  useEffect(() => () => rescueEdit(comment.post_id, comment.id), [comment.post_id, comment.id])

  return (
    <form
      ref={form}
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <WordsField
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person asked to edit
        autoFocus
        label="I-edit ang komento mo"
        value={text}
        note={note}
        onChange={(words) => edits.put(comment.id, words)}
        onSend={() => void save()}
        onCancel={onDone}
      />
      <div className={styles.actions}>
        <Button kind="quiet" size="small" onClick={discard}>
          Huwag na
        </Button>
        <Button type="submit" size="small" busy={isSaving} aria-disabled={!isSendable(text) || isSaving}>
          I-save
        </Button>
      </div>
    </form>
  )
}
