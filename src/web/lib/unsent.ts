import { createStore, useStore } from './store.ts'

/** Whether the dialog of what waits for a signal is open: the shell mounts it (app/Unsent.tsx), any feature can ask for it. */
const open = createStore(false)

export const showUnsent = (): void => open.put(true)
export const hideUnsent = (): void => open.put(false)
export const useUnsentShown = (): boolean => useStore(open)
