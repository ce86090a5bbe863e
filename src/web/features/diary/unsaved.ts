import { useState } from 'react'
import { openDevice, readMeta, writeEdit, type KeptEdit } from '../../lib/device.ts'
import { personHere } from '../../lib/session.ts'
import { createKeyed } from '../../lib/store.ts'
import type { Entry } from './book.ts'
import type { Edit } from './saving.ts'

/** Edits under way, by id: neither a dialog that closes by accident nor, in a diary without a lock, a reload loses words. */
const unsaved = createKeyed<KeptEdit>(true)

/** An edit that this device has kept from a page before this one is there for `useEdit`. */
export async function recallEdit(userId: string, id: string): Promise<void> {
  // A browser that keeps nothing has none.
  const kept = await openDevice(userId)
    .then((device) => readMeta(device, `edit:${id}`))
    .catch(() => undefined)
  if (kept && personHere() === userId && !unsaved.read(id)) unsaved.put(id, kept)
}

/** `begun`: the entry as it was when this edit of it began. */
export function useEdit(userId: string, { id, content, mood }: Entry) {
  const [edit, setEdit] = useState<KeptEdit>(
    () => unsaved.read(id) ?? { content, mood, begun: { content, mood } },
  )
  const { begun } = edit
  const isChanged = edit.content !== begun.content || edit.mood !== begun.mood
  return {
    ...edit,
    isChanged,
    change(part: Partial<Edit>) {
      const next = { ...edit, ...part }
      setEdit(next)
      unsaved.put(id, next)
      // Where the device keeps nothing, the words are here as long as the page lives.
      openDevice(userId)
        .then((device) => writeEdit(device, id, next))
        .catch(() => undefined)
    },
    forget() {
      unsaved.drop(id)
      openDevice(userId)
        .then((device) => device.delete('meta', `edit:${id}`))
        .catch(() => undefined)
    },
  }
}
