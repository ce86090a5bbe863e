import { createStore, useStore } from '../../lib/store.ts'

/** Conversations and requests with something unread. The bell's code counts them, after the first paint. */
export const unreadTalks = createStore(0)
export const useUnreadTalks = (): number => useStore(unreadTalks)
