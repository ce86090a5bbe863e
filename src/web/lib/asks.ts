import type { ReportedItemType } from '../../shared/reports.ts'
import { createStore, useStore } from './store.ts'

/** What any feature can ask for without knowing who shows it: the shell mounts the dialogs (features/safety). */
export type Ask =
  | { kind: 'report'; type: ReportedItemType; id: string }
  /** `codename` as it is shown beside what they wrote. */
  | { kind: 'block' | 'mute'; userId: string; codename: string }

const current = createStore<Ask | undefined>(undefined)

/** Opens the dialog for it; another one that is open gives way. */
export const ask = (wanted: Ask): void => current.put(wanted)

/** The dialog is closed. */
export const endAsk = (): void => current.put(undefined)

export const useAsk = (): Ask | undefined => useStore(current)
