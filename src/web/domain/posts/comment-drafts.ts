import { countLetters, limits } from '../../../shared/limits.ts'
import type { WallComment } from '../../../shared/rows.ts'
import { codeOf } from '../../lib/failure.ts'
import { createKeyed, useKeyedPart } from '../../lib/store.ts'
import { insertComment } from './comments.api.ts'
import { fetchComment, putOwn, readThread } from './comments.live.ts'
import { posts } from './post-store.ts'
import { refreshNumbers } from './posts.live.ts'

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
  return content !== '' && countLetters(content) <= limits.comment
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

/** Sends the words in the box, one comment at a time. Returns false when it was not stored: the box has the words again. */
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
    if (isOurs()) returnToBox(postId, sending, error)
    return false
  }
}

/** Puts the words back into the box, before newer ones. */
function returnToBox(postId: string, { id, content }: WallComment, error: unknown) {
  const text = before(postId, content)
  drafts.put(postId, {
    text,
    note: `${reasonFor(error)} Nasa kahon pa ang sinulat mo.`,
    lost: { id, content },
  })
  // No answer came: the comment may be stored.
  if (codeOf(error) === '') fetchComment(postId, id)
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
  // The policy refuses a comment between two people when one blocked the other.
  if (codeOf(error) === '42501') return 'Hindi ka makakapagkomento sa post na ’to.'
  if (codeOf(error) === '23503') return 'Wala na rito ang post na ’to.'
  return 'Hindi naipadala.'
}
