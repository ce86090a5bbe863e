import type { Notice } from '../../../shared/rows.ts'
import { follow, hasLive } from '../../lib/live.ts'
import { pollEvery } from '../../lib/live-rules.ts'
import { personHere, signOut } from '../../lib/session.ts'
import { onSignal } from '../../lib/signal.ts'
import { createStore, useStore } from '../../lib/store.ts'
import { db, invoke } from '../../lib/supabase.ts'
import { catchUpProfile, refreshProfile } from '../person/profile.ts'
import { isNews, messageOf, withoutRead } from './notice.ts'
import { roomReader, seenMentions, unreadTalks } from './unread.ts'

type Bell = { state: 'loading' | 'here' | 'failed'; notices: readonly Notice[] }

/** Unread notices, newest first. The badge ends at 99. */
const most = 100
/** Events within this time share one request, ms. A burst asks once in `pause`. */
const gather = 200
const pause = 2_000
/** Longest wait for a subscription before the first request, ms. */
const patience = 3_000
/** Time between two requests of a page that opens no socket to save data, ms. */
const seldom = 120_000

const bell = createStore<Bell>({ state: 'loading', notices: [] })
const rings = new Set<() => void>()
let timer: ReturnType<typeof setTimeout> | undefined
let due = Infinity
let askedAt = -Infinity

export const readNotices = bell.read
export const useNotices = (): Bell => useStore(bell)

function put(next: Bell) {
  bell.put(next)
  unreadTalks.put(next.notices.filter(({ kind }) => kind === 'dm' || kind === 'request').length)
}

/** Calls back when something new has come, not for what was unread when the page was loaded. */
export function onRing(listener: () => void): () => void {
  rings.add(listener)
  return () => void rings.delete(listener)
}

/**
 * Follows the person's bell. An event is a hint: the server bundles, counts and hides, so the page asks it again. `user:{id}:mentions` carries
 * what `mention-notifications-{id}` does, for other clients.
 */
export function followNotices(userId: string): () => void {
  const options = { private: true, patient: true, poll: hasLive() ? seldom : pollEvery, caughtUp: askSoon }
  const leave = [
    follow(`user-notifications-${userId}`, {
      ...options,
      caughtUp() {
        askSoon()
        void catchUpProfile()
      },
      events: {
        dm_notification: askSoon,
        dm_changed: ({ conversationId }) => clearPreview(conversationId),
        post_notice: askSoon,
        payment_notice: askSoon,
        hidden: askSoon,
        // On another device this person deactivated the account: this device keeps nothing of theirs either.
        person_left: ({ id }) => (id === userId ? void signOut() : askSoon()),
        profile_changed: () => void refreshProfile(),
        notices_read: (payload) => drop((notices) => withoutRead(notices, payload)),
      },
    }),
    follow(`mention-notifications-${userId}`, {
      ...options,
      events: {
        mention_notification: askSoon,
        mention_removed: ({ id }) => drop((notices) => withoutRead(notices, { kind: 'mention', id })),
      },
    }),
    onSignal(askSoon),
    seenMentions.subscribe(() => {
      for (const notice of readNotices().notices.filter(isSeen)) void openNotice(notice)
    }),
  ]
  askIn(patience)
  return () => {
    for (const stop of leave) stop()
    clearTimeout(timer)
    due = Infinity
  }
}

const askSoon = () => askIn(Math.max(gather, askedAt + pause - Date.now()))

function askIn(delay: number) {
  const at = Date.now() + delay
  if (at >= due) return
  due = at
  clearTimeout(timer)
  timer = setTimeout(() => void refreshNotices(), delay)
}

/** Called when the person looks: a page without a socket may be minutes behind. */
export function refreshIfOld(): void {
  if (Date.now() - askedAt > pause) void refreshNotices()
}

/** Asks the server. A failure keeps what is known. */
export async function refreshNotices(): Promise<void> {
  clearTimeout(timer)
  due = Infinity
  askedAt = Date.now()
  const person = personHere()
  const { data, error } = await db
    .from('notices')
    .select('*')
    .order('created_at', { ascending: false })
    .limit(most)
  if (person === undefined || person !== personHere()) return
  const { state, notices: before } = bell.read()
  if (error) return put({ state: state === 'here' ? state : 'failed', notices: before })
  for (const seen of data.filter(isSeen)) void mark(seen)
  const notices = data.filter((notice) => !isBeingRead(notice) && !isSeen(notice))
  put({ state: 'here', notices })
  const loud = roomReader.read()() ? notices.filter(({ kind }) => kind !== 'mention') : notices
  if (state !== 'loading' && isNews(before, loud)) for (const ring of rings) ring()
}

/** The person looks at this conversation, which marks itself as read. */
function isBeingRead({ kind, person_id }: Notice): boolean {
  if (kind !== 'dm' || document.visibilityState === 'hidden' || location.pathname !== '/tambayan')
    return false
  return new URLSearchParams(location.search).get('dmUser') === person_id
}

const isSeen = (notice: Notice): boolean => seenMentions.read().has(messageOf(notice) ?? '')

/** An answer on its way may be older than this change, so the page asks again. */
function drop(change: (notices: readonly Notice[]) => readonly Notice[]) {
  const { state, notices } = bell.read()
  const left = change(notices)
  if (left.length < notices.length) put({ state, notices: left })
  if (Date.now() - askedAt < pause) askSoon()
}

/** An unread message was edited or deleted. Its words leave the bell at once; the next answer brings the new preview. */
function clearPreview(conversationId: unknown) {
  const { state, notices } = bell.read()
  put({
    state,
    notices: notices.map((notice) => (notice.id === conversationId ? { ...notice, preview: '' } : notice)),
  })
  askSoon()
}

/** Marks what the person opens. A conversation marks itself when its messages are on the screen. */
export async function openNotice(notice: Notice): Promise<void> {
  drop((notices) => withoutRead(notices, notice))
  await mark(notice)
}

async function mark({ kind, id }: Notice): Promise<void> {
  const read_at = new Date().toISOString()
  if (kind === 'payment') await db.from('manual_payments').update({ read_at }).eq('id', id)
  else if (kind === 'mention') await db.from('mentions').update({ read_at }).eq('id', id)
  else if (kind === 'reaction' || kind === 'comment')
    await db.from('post_notices').update({ is_unread: false }).eq('post_id', id).eq('kind', kind)
}

/** False when the server did not take it: the notices are there again. */
export async function markAllRead(): Promise<boolean> {
  const { notices } = bell.read()
  drop(() => [])
  const isDone = await invoke('mark-all-read', {}).then(
    ({ status }) => status === 200,
    () => false,
  )
  if (!isDone) put({ state: 'here', notices })
  return isDone
}
