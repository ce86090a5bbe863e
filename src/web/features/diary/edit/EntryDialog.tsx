import { useState } from 'react'
import { moodOfValue } from '../../../../shared/moods.ts'
import { wordsFor } from '../../../lib/failure.ts'
import { openOverlay } from '../../../domain/overlays.ts'
import { MoodGlyph } from '../../../ui/art/MoodGlyph.tsx'
import { findTemplate } from '../../../../shared/templates.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { showToast } from '../../../lib/toast.ts'
import type { Entry } from '../../../domain/diary/opened.ts'
import { tellDay } from '../list/days.ts'
import { deleteEntry } from '../../../domain/diary/diary.api.ts'
import styles from './EntryDialog.module.css'
import { previewOf } from '../list/preview.ts'

type EntryDialogProps = {
  entry: Entry
  onClose: () => void
  onEdit: () => void
  /** The entry was deleted on the server. */
  onGone: () => void
}

/** Shows an entry. A queued one is changed in the outbox. */
export function EntryDialog({ entry, onClose, onEdit, onGone }: EntryDialogProps) {
  const [isAsking, setAsking] = useState(false)
  const mood = moodOfValue(entry.mood)
  const art = findTemplate(entry.template_url)
  return (
    <>
      <Dialog
        open
        onClose={onClose}
        title={tellDay(entry.created_at).whole}
        shape="sheet"
        className={styles['dialog'] ?? ''}
        footer={
          entry.isQueued ? (
            <Button kind="quiet" icon="clock" onClick={() => openOverlay('outbox', {})}>
              Bawiin o itapon
            </Button>
          ) : (
            <>
              <Button kind="quiet" icon="trash" onClick={() => setAsking(true)}>
                Burahin
              </Button>
              <Button icon="pen" onClick={onEdit}>
                I-edit
              </Button>
            </>
          )
        }
      >
        <div data-mood={mood.slug}>
          {entry.isQueued && <QueuedNote refusal={entry.refusal} />}
          <p className={styles.mood}>
            <MoodGlyph mood={mood.slug} size={20} /> {mood.label}
          </p>
          {art && <img className={styles.art} src={art.url} alt={art.alt} />}
          <p className={styles.words} dir="auto">
            {entry.content.trim()}
          </p>
        </div>
      </Dialog>
      {isAsking && <DeleteEntry entry={entry} onClose={() => setAsking(false)} onGone={onGone} />}
    </>
  )
}

function QueuedNote({ refusal }: { refusal: string | undefined }) {
  return (
    <div className={styles.note}>
      {refusal === undefined ? (
        <Banner kind="note">
          Nasa phone mo pa lang ito. Pagbalik ng signal, ipapadala ito sa diary mo nang kusa.
        </Banner>
      ) : (
        <Banner kind="error">{refusal}</Banner>
      )}
    </div>
  )
}

type DeleteEntryProps = { entry: Entry; onClose: () => void; onGone: () => void }

/** Confirms a deletion. */
function DeleteEntry({ entry, onClose, onGone }: DeleteEntryProps) {
  async function remove() {
    try {
      const isFirst = await deleteEntry(entry.id)
      showToast(isFirst ? 'Deleted successfully 🧼' : 'Nabura na pala ito kanina. Wala na rito.')
      onGone()
    } catch (error) {
      return wordsFor(error)
    }
    return undefined
  }
  return (
    <ConfirmDialog
      title="Burahin ang entry na ’to?"
      word="Burahin"
      icon="trash"
      quote={previewOf(entry.content)}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>Mawawala ito nang tuluyan at hindi na maibabalik.</p>
    </ConfirmDialog>
  )
}
