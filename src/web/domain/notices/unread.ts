import { createStore, useStore } from '../../lib/store.ts'

/** Conversations and requests with something unread. The bell's code counts them, after the first paint. */
export const unreadTalks = createStore(0)
export const useUnreadTalks = (): number => useStore(unreadTalks)

/** Messages that mention the person and were on the screen of this page. The bell marks their notices read. */
export const seenMentions = createStore<ReadonlySet<string>>(new Set())

/** Tells whether the person is reading a room at its end: a mention there rings nothing. */
export const roomReader = createStore<() => boolean>(() => false)
