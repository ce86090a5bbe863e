import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { countLetters, limits } from '../../../../shared/limits.ts'
import { moodOfValue } from '../../../../shared/moods.ts'
import { offerHelp, prepareHelp } from '../../../domain/safety/crisis.ts'
import { wordsFor } from '../../../lib/failure.ts'
import { isRefineKey, refine } from '../../../domain/draft/refining.ts'
import type { Lock } from '../../../domain/device/kept.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { MoodPicker } from '../../../ui/MoodPicker.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { showToast } from '../../../lib/toast.ts'
import type { Entry } from '../../../domain/diary/opened.ts'
import styles from './EditEntry.module.css'
import { saveEdit } from '../../../domain/diary/saving.ts'
import { useEdit } from '../../../domain/diary/use-edit.ts'

type EditEntryProps = {
  userId: string
  /** The entry when the dialog opened. */
  entry: Entry
  /** The entry now; undefined when it was deleted elsewhere. */
  now: Entry | undefined
  lock: Lock | null | undefined
  onClose: () => void
}

/** Edits an entry's words and mood. The typed words stay, whatever other devices do to the entry. */
export function EditEntry({ userId, entry, now, lock, onClose }: EditEntryProps) {
  const edit = useEdit(userId, entry)
  const mood = moodOfValue(edit.mood)
  const field = useRef<HTMLTextAreaElement>(null)
  const [isAsking, setAsking] = useState(false)
  const { isSaving, failure, save } = useSaving({ userId, now, lock, onClose }, edit)
  const letters = countLetters(edit.content.trim())
  const canSave = now !== undefined && letters > 0 && letters <= limits.diary
  const help = () =>
    !isSaving &&
    field.current &&
    refine({ field: field.current, writerId: userId, asksFirst: Boolean(lock) || entry.isSealed })
  useRefineKey(help)
  // The caret starts at the end of the words.
  useEffect(() => field.current?.setSelectionRange(entry.content.length, entry.content.length), [entry])

  return (
    <>
      <Dialog
        open
        onClose={onClose}
        title="I-edit ang entry"
        shape="sheet"
        locked={isSaving}
        footer={
          <>
            <Button
              kind="quiet"
              onClick={() => (edit.isChanged ? setAsking(true) : onClose())}
              disabled={isSaving}
            >
              Huwag na
            </Button>
            <Button busy={isSaving} disabled={!canSave} onClick={() => void save()}>
              I-save
            </Button>
          </>
        }
      >
        <div className={styles.form} data-mood={mood.slug}>
          {failure && <Banner kind="error">{failure}</Banner>}
          <Meanwhile edit={edit} now={now} />
          <Words field={field} edit={edit} letters={letters} readOnly={isSaving} />
          <Button kind="quiet" icon="sparkle" onClick={help} disabled={isSaving || letters === 0}>
            AI Refine
          </Button>
          <MoodPicker mood={mood} onPick={({ value }) => edit.change({ mood: value })} />
        </div>
      </Dialog>
      {isAsking && <Discard edit={edit} onClose={() => setAsking(false)} onDone={onClose} />}
    </>
  )
}

type EditUnderWay = ReturnType<typeof useEdit>

function useSaving({ userId, now, lock, onClose }: Omit<EditEntryProps, 'entry'>, edit: EditUnderWay) {
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState('')
  async function save() {
    if (!now) return
    const change = { content: edit.content.trim(), mood: edit.mood }
    setSaving(true)
    setFailure('')
    try {
      if ((await saveEdit(userId, now, change, lock)) === 'saved') {
        edit.forget()
        offerHelp(change.content, userId)
        showToast('Updated successfully! ✨')
        return onClose()
      }
    } catch (error) {
      setFailure(wordsFor(error))
    }
    setSaving(false)
  }
  return { isSaving, failure, save }
}

/** Cmd or Ctrl with R anywhere in the dialog: the browser would reload the page. */
function useRefineKey(help: () => void) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!isRefineKey(event)) return
    event.preventDefault()
    help()
  })
  useEffect(() => {
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}

type WordsProps = {
  field: RefObject<HTMLTextAreaElement | null>
  edit: EditUnderWay
  letters: number
  readOnly: boolean
}

function Words({ field, edit, letters, readOnly }: WordsProps) {
  return (
    <TextField
      multiline
      ref={field}
      data-autofocus
      label="Ang nararamdaman mo"
      dir="auto"
      className={styles.words}
      value={edit.content}
      onChange={({ target }) => {
        prepareHelp()
        edit.change({ content: target.value })
      }}
      readOnly={readOnly}
      {...(letters > limits.diary * 0.9 ? { counter: limits.diary } : { hint: '\u00a0' })}
    />
  )
}

type DiscardProps = { edit: EditUnderWay; onClose: () => void; onDone: () => void }

function Discard({ edit, onClose, onDone }: DiscardProps) {
  async function discard() {
    edit.forget()
    onDone()
    return undefined
  }
  return (
    <ConfirmDialog
      title="Itapon ang mga binago mo?"
      word="Itapon"
      icon="trash"
      onClose={onClose}
      onConfirm={discard}
    >
      <p>Babalik ang entry sa dati nitong laman. Mawawala ang mga binago mo rito.</p>
    </ConfirmDialog>
  )
}

/** A notice of another device's change since the edit began. */
function Meanwhile({ edit, now }: { edit: EditUnderWay; now: Entry | undefined }) {
  if (!now)
    return (
      <Banner kind="note">
        Nabura na ang entry na ’to sa ibang device. Nandito pa ang mga salita mo; kopyahin mo kung gusto mong
        itago.
      </Banner>
    )
  // An own save with a lost answer is not another device's change.
  const isKnown = [edit.begun, { mood: edit.mood, content: edit.content.trim() }].some(
    ({ mood, content }) => now.content === content && now.mood === mood,
  )
  if (isKnown) return null
  return (
    <Banner kind="note">
      <p>
        Nabago ang entry na ’to sa ibang device. Nandito pa ang mga salita mo. Kapag ni-save mo, ito ang
        papalit sa naroon.
      </p>
      <details className={styles.other}>
        <summary>Tingnan ang nasa ibang device</summary>
        <blockquote dir="auto">{now.content}</blockquote>
      </details>
    </Banner>
  )
}
