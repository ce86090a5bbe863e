import { countLetters, limits } from '../../../shared/limits.ts'
import type { WallComment } from '../../../shared/rows.ts'
import { codeOf } from '../../lib/failure.ts'
import { createKeyed, useKeyedPart } from '../../lib/store.ts'
import { insertComment } from './comments.api.ts'
import { fetchComment, putOwn, readThread } from './comments.live.ts'
import { posts } from './post-store.ts'
import { refreshNumbers } from './posts.live.ts'

/** The words in the box under a post. They survive closing the panel, leaving the wall, and a session that ended elsewhere. */
export type Draft = {
  text: string
  /** The comment on its way; the list shows it already. */
  sending?: WallComment
  /** A comment that got no answer. Its words are in the box again; it may be stored all the same. */
  lost?: Pick<WallComment, 'id' | 'content'>
  /** Why sending failed. */
  note?: string
}

export const drafts = createKeyed<Draft>(true)
/** Changes of the person's own comments that are not saved, by comment id. */
export const edits = createKeyed<string>(true)

/** The words under a post that are not stored: on their way, or in the box. */
export function useUnsent(postId: string): string {
  const words = useKeyedPart(drafts, postId, ({ text, sending }) =>
    [sending?.content, text].filter(Boolean).join('\n'),
  )
  return words?.trim() ?? ''
}

/** The database takes 1 to `limits.comment` letters. */
export function isSendable(text: string): boolean {
  const content = text.trim()
  return content !== '' && countLetters(content) <= limits.comment
}

export function write(postId: string, text: string): void {
  const { note: _, lost, ...draft } = drafts.read(postId) ?? { text }
  drafts.put(postId, { ...draft, text, ...(lost && text.trim() && { lost }) })
}

/** Words that share this many first letters are the same words, edited. */
const beginning = 8

/** Lost words keep their id when they are sent again, also with another end. Other words are another comment. */
function idFor({ text, lost }: Draft): string {
  const isSame = lost && text.trim().startsWith(lost.content.slice(0, beginning))
  return isSame ? lost.id : crypto.randomUUID()
}

/** The writer, as shown beside the comment. */
export type Author = Pick<WallComment, 'user_id' | 'codename' | 'avatar_url' | 'is_premium' | 'is_author'>

/** Sends the words in the box, one comment at a time. False when it was not stored; the words are in the box again. */
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
  const takeBack = posts.expectComment(postId)
  // After a log-out nothing of it is kept for the next person.
  const isOurs = () => drafts.read(postId)?.sending === sending
  try {
    const { stored, isNew } = await insertComment(sending)
    if (!isNew) {
      // The count may hold it already.
      takeBack()
      refreshNumbers(postId)
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

/** Puts the words back into the box, before what was begun there meanwhile. */
function giveBack(postId: string, { id, content }: WallComment, error: unknown) {
  const text = before(postId, content)
  drafts.put(postId, {
    text,
    note: `${reasonFor(error)} Nasa kahon pa ang sinulat mo.`,
    lost: { id, content },
  })
  // Without an answer it may be stored all the same.
  if (codeOf(error) === '') fetchComment(postId, id)
}

/** The words, then what stands in the box. */
const before = (postId: string, words: string) =>
  [words, drafts.read(postId)?.text].filter(Boolean).join('\n')

/** The person's comment was deleted while they changed it: the words go into the box. */
export function rescueEdit(postId: string, id: string): void {
  const words = edits.read(id)
  const thread = readThread(postId)?.thread
  if (!words || !thread || thread.comments.some((comment) => comment.id === id)) return
  edits.drop(id)
  const note = 'Nabura na ang komento mo. Nasa kahon pa ang sinulat mo.'
  drafts.put(postId, { ...drafts.read(postId), text: before(postId, words), note })
}

/** The lost comment is stored after all: its words leave the box. What follows them is another comment. */
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
  // A policy refuses when one of the two blocked the other.
  if (codeOf(error) === '42501') return 'Hindi ka makakapagkomento sa post na ’to.'
  if (codeOf(error) === '23503') return 'Wala na rito ang post na ’to.'
  return 'Hindi naipadala.'
}
