import { countLetters, isBlank, limits } from '../../../shared/limits.ts'
import type { WallComment } from '../../../shared/rows.ts'
import { codeOf, isOffline } from '../../lib/failure.ts'
import { createKeyed, useKeyedPart } from '../../lib/store.ts'
import type { QueuedComment } from '../device/kept.ts'
import { enqueue, forgetStored, takeBack } from '../outbox/queue.ts'
import { wordsForRefused } from '../outbox/replies.ts'
import { insertComment } from './comments.api.ts'
import { fetchComment, putOwn, readThread } from './comments.live.ts'
import { posts } from './post-store.ts'
import { refreshNumbers } from './posts.live.ts'
import type { Thread } from './thread.ts'

/** The words in the box under a post. They outlive the panel, the wall's page and an expired session. */
export type Draft = {
  text: string
  sending?: WallComment
  /** A comment without an answer: the server may have it, and the box has its words again. */
  lost?: Pick<WallComment, 'id' | 'content'>
  note?: string
}

export const drafts = createKeyed<Draft>(true)
/** Unsaved changes of the person's own comments, by comment id. */
export const edits = createKeyed<string>(true)

/** The words under a post that are not stored yet. */
export function useDraftWords(postId: string): string {
  const words = useKeyedPart(drafts, postId, ({ text, sending }) =>
    [sending?.content, text].filter(Boolean).join('\n'),
  )
  return words?.trim() ?? ''
}

export function isSendable(text: string): boolean {
  const content = text.trim()
  return !isBlank(content) && countLetters(content) <= limits.comment
}

export function write(postId: string, text: string): void {
  const { note: _, lost, ...draft } = drafts.read(postId) ?? { text }
  drafts.put(postId, { ...draft, text, ...(lost && text.trim() && { lost }) })
}

/** Texts that share this many first letters count as the same comment, edited. */
const beginning = 8

/** A lost comment that is sent again, also with a new end, keeps its id. */
function idFor({ text, lost }: Draft): string {
  const isSame = lost && text.trim().startsWith(lost.content.slice(0, beginning))
  return isSame ? lost.id : crypto.randomUUID()
}

export type Author = Pick<WallComment, 'user_id' | 'codename' | 'avatar_url' | 'is_premium' | 'is_author'>

/**
 * Sends the words in the box, one comment at a time. Without an answer they wait in the outbox. Returns false when they are neither stored
 * nor waiting: the box has them again.
 */
export async function send(postId: string, author: Author): Promise<boolean> {
  const draft = drafts.read(postId)
  if (!draft || draft.sending || !isSendable(draft.text)) return false
  const now = new Date().toISOString()
  const sending: WallComment = {
    ...author,
    id: idFor(draft),
    post_id: postId,
    content: draft.text.trim(),
    created_at: now,
    updated_at: now,
    is_mine: true,
  }
  drafts.put(postId, { text: '', sending })
  const uncount = posts.expectComment(postId)
  // False after a log-out: the next person must not see these words.
  const isOurs = () => drafts.read(postId)?.sending === sending
  try {
    const { stored, isNew } = await insertComment(sending)
    if (!isNew) {
      // The server's count may include the comment already.
      uncount()
      refreshNumbers(postId)
    }
    if (isOurs()) {
      putOwn(sending, stored)
      drafts.put(postId, { text: drafts.read(postId)?.text ?? '' })
    }
    return true
  } catch (error) {
    uncount()
    const isWaiting = isOurs() && isOffline(error) && (await queue(sending))
    if (!isOurs()) return isWaiting
    if (isWaiting) drafts.put(postId, { text: drafts.read(postId)?.text ?? '' })
    else returnToBox(postId, sending, error)
    // No answer came: the comment may be stored.
    if (navigator.onLine && codeOf(error) === '') fetchComment(postId, sending.id)
    return isWaiting
  }
}

/** Puts the comment into the outbox. Returns false when this device stores nothing. */
async function queue({ id, post_id, user_id, content }: WallComment): Promise<boolean> {
  const writtenAt = new Date().toISOString()
  const attempt = navigator.onLine && { isAttempted: true as const }
  const item = { id, destination: 'comment' as const, row: { post_id, content }, writtenAt, ...attempt }
  return enqueue(user_id, item).then(
    () => true,
    () => false,
  )
}

/** The writer takes a waiting comment back: its words return to the box. */
export async function takeBackComment(userId: string, { id, row }: QueuedComment): Promise<void> {
  await takeBack(userId, id, () => {
    drafts.put(row.post_id, { text: before(row.post_id, row.content) })
    return true
  })
}

/** A waiting comment that the thread shows was stored, and only its answer was lost. */
export async function settleWaiting(
  userId: string,
  items: readonly QueuedComment[],
  thread: Thread,
): Promise<void> {
  const stored = items.filter(({ id }) => thread.comments.some((comment) => comment.id === id))
  if (stored.length === 0) return
  await Promise.all(stored.map(({ id }) => forgetStored(userId, id)))
}

/** Puts the words back into the box, before newer ones. */
function returnToBox(postId: string, { id, content }: WallComment, error: unknown) {
  const text = before(postId, content)
  drafts.put(postId, {
    text,
    note: `${reasonFor(error)} Nasa kahon pa ang sinulat mo.`,
    // PT410: an earlier attempt was stored and then deleted elsewhere. The id is used up.
    ...(codeOf(error) !== 'PT410' && { lost: { id, content } }),
  })
}

const before = (postId: string, words: string) =>
  [words, drafts.read(postId)?.text].filter(Boolean).join('\n')

/** The person's comment was deleted during an edit: the words move into the box. */
export function rescueEdit(postId: string, id: string): void {
  const words = edits.read(id)
  const thread = readThread(postId)?.thread
  if (!words || !thread || thread.comments.some((comment) => comment.id === id)) return
  edits.drop(id)
  const note = 'Nabura na ang komento mo. Nasa kahon pa ang sinulat mo.'
  drafts.put(postId, { ...drafts.read(postId), text: before(postId, words), note })
}

/** The lost comment was stored after all: its words leave the box. Words after it are another comment. */
export function settleDraft(postId: string, comments: readonly WallComment[]): void {
  const draft = drafts.read(postId)
  const found = draft?.lost && comments.find(({ id }) => id === draft.lost?.id)
  if (!draft || !found) return
  const text = draft.text.trimStart()
  const rest = text.slice(found.content.length)
  const isBefore = text.startsWith(found.content) && rest.trimStart() !== rest
  drafts.put(postId, { text: isBefore || text.trim() === found.content ? rest.trimStart() : draft.text })
}

function reasonFor(error: unknown): string {
  if (!navigator.onLine) return 'Walang internet.'
  return wordsForRefused(codeOf(error)) ?? 'Hindi naipadala.'
}
