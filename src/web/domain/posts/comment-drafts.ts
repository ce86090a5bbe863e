import { countLetters, limits } from '../../../shared/limits.ts'
import type { WallComment } from '../../../shared/rows.ts'
import { codeOf } from '../../lib/failure.ts'
import { createKeyed, useKeyedPart } from '../../lib/store.ts'
import { commentCounts } from './comment-counts.ts'
import { refreshReactions } from './reactions.api.ts'
import { insertComment } from './comments.api.ts'
import { fetchComment, putOwn, threads } from './threads.ts'

/** What stands in the box under a post. It survives closing the panel and leaving the wall, and a session that ended elsewhere. */
export type Draft = {
  text: string
  /** On its way; shown as if it were there. */
  sending?: WallComment
  /** A comment that was sent and not answered, whose words are in the box again: it may be stored all the same. */
  lost?: Pick<WallComment, 'id' | 'content'>
  /** Why it was in vain. */
  note?: string
}

export const drafts = createKeyed<Draft>(true)
/** One's own comments as they were changed and not saved, by id. */
export const edits = createKeyed<string>(true)

/** What was written under a post and is not stored there: on its way, or in the box. */
export function useUnsent(postId: string): string {
  const words = useKeyedPart(drafts, postId, ({ text, sending }) =>
    [sending?.content, text].filter(Boolean).join('\n'),
  )
  return words?.trim() ?? ''
}

/** Not empty, and as long as the database takes. */
export function isSendable(text: string): boolean {
  const content = text.trim()
  return content !== '' && countLetters(content) <= limits.comment
}

export function write(postId: string, text: string): void {
  const { note: _, lost, ...draft } = drafts.read(postId) ?? { text }
  drafts.put(postId, { ...draft, text, ...(lost && text.trim() && { lost }) })
}

/** So many first letters tell words that were changed from other words. */
const beginning = 8

/** The lost comment's own id: sent again, with its end changed too, it is the same. Other words are another comment. */
function idFor({ text, lost }: Draft): string {
  const isSame = lost && text.trim().startsWith(lost.content.slice(0, beginning))
  return isSame ? lost.id : crypto.randomUUID()
}

/** Who writes, as it is shown beside the comment. */
export type Author = Pick<WallComment, 'user_id' | 'codename' | 'avatar_url' | 'is_premium' | 'is_author'>

/** Sends what stands in the box, one at a time. False when it could not be stored: then the words are in the box again. */
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
  const takeBack = commentCounts.expect(postId)
  // Signed out meanwhile: nothing of it is kept for the next person at this phone.
  const isOurs = () => drafts.read(postId)?.sending === sending
  try {
    const { stored, isNew } = await insertComment(sending)
    if (!isNew) {
      // It may have been counted before.
      takeBack()
      refreshReactions(postId)
    }
    if (isOurs()) {
      putOwn(sending, stored)
      drafts.put(postId, { text: drafts.read(postId)?.text ?? '' })
    }
    return true
  } catch (error) {
    takeBack()
    if (isOurs()) giveBack(postId, sending, error)
    return false
  }
}

/** The words go back into the box, before what was begun there meanwhile. */
function giveBack(postId: string, { id, content }: WallComment, error: unknown) {
  const text = before(postId, content)
  drafts.put(postId, {
    text,
    note: `${reasonFor(error)} Nasa kahon pa ang sinulat mo.`,
    lost: { id, content },
  })
  // No answer came: it may be there all the same.
  if (codeOf(error) === '') fetchComment(postId, id)
}

/** The words, and after them what stands in the box. */
const before = (postId: string, words: string) =>
  [words, drafts.read(postId)?.text].filter(Boolean).join('\n')

/** A comment of one's own went while it was being changed: its words are in the box, that they need not be lost. */
export function rescueEdit(postId: string, id: string): void {
  const words = edits.read(id)
  const thread = threads.read(postId)?.thread
  if (!words || !thread || thread.comments.some((comment) => comment.id === id)) return
  edits.drop(id)
  const note = 'Nabura na ang komento mo. Nasa kahon pa ang sinulat mo.'
  drafts.put(postId, { ...drafts.read(postId), text: before(postId, words), note })
}

/** The comment that was sent in vain turns out to be stored: its words need not stand in the box, and what follows is another one. */
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
  // Refused by a policy: a block stands between the two.
  if (codeOf(error) === '42501') return 'Hindi ka makakapagkomento sa post na ’to.'
  if (codeOf(error) === '23503') return 'Wala na rito ang post na ’to.'
  return 'Hindi naipadala.'
}
