import { useState } from 'react'
import { moodOfValue } from '../../../shared/moods.ts'
import { MoodGlyph } from '../../ui/art/MoodGlyph.tsx'
import { findTemplate } from '../../ui/art/templates.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { tellDay } from './days.ts'
import type { Entry } from './diary.api.ts'
import styles from './EntryDialog.module.css'
import { previewOf } from './preview.ts'

type EntryDialogProps = { entry: Entry; onClose: () => void; onDelete: () => void }

/** An entry as it was written, on the lines of a notebook; from here it can be deleted, after a second thought. */
export function EntryDialog({ entry, onClose, onDelete }: EntryDialogProps) {
  const [asking, setAsking] = useState(false)
  const mood = moodOfValue(entry.mood ?? '')
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
          <Button kind="quiet" icon="trash" onClick={() => setAsking(true)}>
            Burahin
          </Button>
        }
      >
        <div data-mood={mood.slug}>
          <p className={styles.mood}>
            <MoodGlyph mood={mood.slug} size={20} /> {mood.label}
          </p>
          {art && <img className={styles.art} src={art.url} alt={art.alt} />}
          <p className={styles.words} dir="auto">
            {entry.content.trim()}
          </p>
        </div>
      </Dialog>
      <Dialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Burahin ang entry na ’to?"
        footer={
          <>
            <Button kind="quiet" onClick={() => setAsking(false)}>
              Huwag na
            </Button>
            <Button kind="danger" icon="trash" onClick={onDelete}>
              Burahin
            </Button>
          </>
        }
      >
        <blockquote className={styles.quote} dir="auto">
          {previewOf(entry.content)}
        </blockquote>
        <p>Mawawala ito nang tuluyan at hindi na maibabalik.</p>
      </Dialog>
    </>
  )
}
