import { useSyncExternalStore } from 'react'
import type { ReportedItemType } from '../../shared/reports.ts'
import { onSessionChange } from './session.ts'

/** What any feature can ask for without knowing who shows it: the shell mounts the dialogs (features/safety). */
export type Ask =
  | { kind: 'report'; type: ReportedItemType; id: string }
  /** `codename` as it is shown beside what they wrote. */
  | { kind: 'block' | 'mute'; userId: string; codename: string }

let current: Ask | undefined
const listeners = new Set<() => void>()

function put(next: Ask | undefined) {
  current = next
  for (const listener of listeners) listener()
}

/** Opens the dialog for it; another one that is open gives way. */
export const ask = (wanted: Ask): void => put(wanted)

/** The dialog is closed. */
export const endAsk = (): void => put(undefined)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function useAsk(): Ask | undefined {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => undefined,
  )
}

onSessionChange((session) => {
  if (session.status === 'out') endAsk()
})
