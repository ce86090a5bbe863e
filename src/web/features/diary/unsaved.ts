import { useState } from 'react'
import { createKeyed } from '../../lib/store.ts'
import type { Entry } from './book.ts'
import type { Edit } from './saving.ts'

/** Edits under way, by id: a dialog that closes by accident loses no words, as long as the page lives. In memory only: a diary may be locked. */
const unsaved = createKeyed<Edit & { begun: Entry }>(true)

/** `begun`: the entry as it was when this edit of it began. */
export function useEdit(entry: Entry) {
  const [edit, setEdit] = useState(
    () => unsaved.read(entry.id) ?? { content: entry.content, mood: entry.mood, begun: entry },
  )
  const { begun } = edit
  const isChanged = edit.content !== begun.content || edit.mood !== begun.mood
  return {
    ...edit,
    isChanged,
    change(part: Partial<Edit>) {
      const next = { ...edit, ...part }
      setEdit(next)
      unsaved.put(begun.id, next)
    },
    forget: () => unsaved.drop(begun.id),
  }
}
