import type { KeptEdit } from '../device/kept.ts'
import { useState } from 'react'
import { openDevice, readMeta, writeEdit } from '../device/device.ts'
import { readDiaryKey } from './lock.ts'
import { openEdit, unsaved } from './edits.ts'
import { personHere } from '../../lib/session.ts'
import type { Entry } from './opened.ts'
import type { Edit } from './saving.ts'

/** Loads an edit kept from an earlier page for `useEdit`. */
export async function recallEdit(userId: string, id: string): Promise<void> {
  const kept = await openDevice(userId)
    .then((device) => readMeta(device, `edit:${id}`))
    .then((edit) => edit && openEdit(id, edit, readDiaryKey()))
    .catch(() => undefined)
  if (kept && personHere() === userId && !unsaved.read(id)) unsaved.put(id, kept)
}

/** `begun`: the words at the start of the edit. */
export function useEdit(userId: string, { id, content, mood }: Entry) {
  const [edit, setEdit] = useState<KeptEdit>(
    () => unsaved.read(id) ?? { content, mood, begun: { content, mood } },
  )
  const isChanged = differs(edit)
  function forget() {
    unsaved.drop(id)
    openDevice(userId)
      .then((device) => device.delete('meta', `edit:${id}`))
      .catch(() => undefined)
  }
  return {
    ...edit,
    isChanged,
    change(part: Partial<Edit>) {
      const next = { ...edit, ...part }
      setEdit(next)
      if (!differs(next)) return forget()
      unsaved.put(id, next)
      // Without storage the words last as long as the page.
      openDevice(userId)
        .then((device) => writeEdit(device, id, next))
        .catch(() => undefined)
    },
    forget,
  }
}

const differs = ({ content, mood, begun }: KeptEdit) => content !== begun.content || mood !== begun.mood
