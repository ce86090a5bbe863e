import { useState } from 'react'
import { contentWarnings } from '../../../../shared/content-warnings.ts'
import { countLetters, limits } from '../../../../shared/limits.ts'
import { moodOfValue } from '../../../../shared/moods.ts'
import { offerHelp, prepareHelp } from '../../../domain/safety/crisis.ts'
import { useUser } from '../../../lib/session.ts'
import { createKeyed } from '../../../lib/store.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { MoodPicker } from '../../../ui/MoodPicker.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { showToast } from '../../../lib/toast.ts'
import { WarningSelect } from '../../../ui/WarningSelect.tsx'
import styles from './EditPost.module.css'
import { removePost } from '../../../domain/posts/feed.ts'
import { changePost, wordsForChange, type PostChange } from '../../../domain/posts/own-post.api.ts'
import type { Post } from '../../../domain/posts/post-store.ts'

const goneWords =
  'Nabura na pala ang post na ’to, kaya hindi na ito mababago. Nandito pa ang mga salita mo; kopyahin mo kung gusto mong itago.'

/** Unsaved edits by post id: they outlive a closed dialog, as long as the page lives. */
const unsaved = createKeyed<PostChange>(true)

type EditPostProps = { post: Post; onClose: () => void; onSaved: (saved: Post, before: Post) => void }

function useEdit({ post, onClose, onSaved }: EditPostProps) {
  const user = useUser()
  const begun = unsaved.read(post.id) ?? post
  const [content, setContent] = useState(begun.content)
  const [mood, setMood] = useState(() => moodOfValue(begun.mood))
  const [warning, setWarning] = useState(
    () => contentWarnings.find(({ value }) => value === begun.content_warning)?.value ?? null,
  )
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState('')

  async function save() {
    const change = { content: content.trim(), mood: mood.value, content_warning: warning }
    setSaving(true)
    setFailure('')
    try {
      if (await changePost(post.id, change)) {
        unsaved.drop(post.id)
        offerHelp(change.content, user.id)
        showToast('Updated successfully! ✨')
        onSaved({ ...post, ...change }, post)
        return
      }
      removePost(post.id)
      setFailure(goneWords)
    } catch (error) {
      setFailure(wordsForChange(error))
    }
    setSaving(false)
  }

  function discard() {
    unsaved.drop(post.id)
    onClose()
  }
  function close() {
    const isChanged = content !== post.content || mood.value !== post.mood || warning !== post.content_warning
    if (!isChanged) return discard()
    unsaved.put(post.id, { content, mood: mood.value, content_warning: warning })
    onClose()
  }
  return {
    content,
    setContent,
    mood,
    setMood,
    warning,
    setWarning,
    isSaving,
    failure,
    save,
    discard,
    close,
  }
}

/** Edits words, mood and warning of an own post. A failure keeps the words. */
export function EditPost(props: EditPostProps) {
  const { content, setContent, mood, setMood, warning, setWarning, isSaving, failure, ...ways } =
    useEdit(props)
  const letters = countLetters(content.trim())
  const isNearEnd = letters > limits.post * 0.9

  return (
    <Dialog
      open
      onClose={ways.close}
      title="I-edit ang post"
      locked={isSaving}
      footer={
        <>
          <Button kind="quiet" onClick={ways.discard} disabled={isSaving}>
            Huwag na
          </Button>
          <Button
            busy={isSaving}
            disabled={letters === 0 || letters > limits.post}
            onClick={() => void ways.save()}
          >
            I-save
          </Button>
        </>
      }
    >
      <div className={styles.form} data-mood={mood.slug}>
        {failure && <Banner kind="error">{failure}</Banner>}
        <TextField
          multiline
          data-autofocus
          label="Ang nararamdaman mo"
          dir="auto"
          value={content}
          onChange={({ target }) => {
            prepareHelp()
            setContent(target.value)
          }}
          readOnly={isSaving}
          {...(isNearEnd ? { counter: limits.post } : { hint: '\u00a0' })}
        />
        <MoodPicker mood={mood} onPick={setMood} />
        <WarningSelect warning={warning} onChange={setWarning} disabled={isSaving} />
      </div>
    </Dialog>
  )
}
