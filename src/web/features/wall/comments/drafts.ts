import { countLetters, limits } from '../../../../shared/limits.ts'
import type { WallComment } from '../../../../shared/rows.ts'
import { codeOf } from '../../../lib/failure.ts'
import { onSessionChange } from '../../../lib/session.ts'
import { commentCounts } from '../comment-counts.ts'
import { createKeyed } from '../keyed.ts'
import { insertComment } from './comments.api.ts'
import { fetchComment, putOwn } from './threads.ts'

/** What stands in the box under a post. It survives closing the panel and leaving the wall, not signing out. */
export type Draft = {
  text: string
  /** On its way; shown as if it were there. */
  sending?: WallComment
  /** The id under which the words were sent in vain: it may be stored all the same. */
  id?: string
  /** Why it was in vain. */
  note?: string
}

export const drafts = createKeyed<Draft>()

onSessionChange((session) => {
  if (session.status === 'out') drafts.clear()
})

/** Not empty, and as long as the database takes. */
export function isSendable(text: string): boolean {
  const content = text.trim()
  return content !== '' && countLetters(content) <= limits.comment
}

export function write(postId: string, text: string): void {
  const { note: _, ...draft } = drafts.read(postId) ?? { text }
  drafts.put(postId, { ...draft, text })
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
    id: draft.id ?? crypto.randomUUID(),
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
    const stored = await insertComment(sending)
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
  const text = [content, drafts.read(postId)?.text].filter(Boolean).join('\n')
  drafts.put(postId, { text, id, note: `${reasonFor(error)} Nasa kahon pa ang sinulat mo.` })
  // No answer came: it may be there all the same.
  if (codeOf(error) === '') fetchComment(postId, id)
}

/** The words that were sent in vain turn out to be stored: they need not stand in the box. */
export function settleDraft(postId: string, comments: readonly WallComment[]): void {
  const draft = drafts.read(postId)
  if (draft?.id && comments.some(({ id, content }) => id === draft.id && content === draft.text.trim()))
    drafts.put(postId, { text: '' })
}

function reasonFor(error: unknown): string {
  if (!navigator.onLine) return 'Walang internet.'
  // Refused by a policy: a block stands between the two.
  if (codeOf(error) === '42501') return 'Hindi ka makakapagkomento sa post na ’to.'
  if (codeOf(error) === '23503') return 'Wala na rito ang post na ’to.'
  return 'Hindi naipadala.'
}
