import type { PublicPost, DiaryPost } from '../../shared/rows.ts'

type OpenEntry = Pick<DiaryPost, 'content' | 'template_url'> & {
  mood: NonNullable<DiaryPost['mood']>
  sealed: null
  lock_id: null
}
/** Sealed on this device before it waits: nobody with the phone in hand reads it. */
type SealedEntry = {
  mood: null
  content: ''
  template_url: null
  sealed: string
  lock_id: string
}
type WallPost = Pick<
  PublicPost,
  'mood' | 'content' | 'template_url' | 'anonymous' | 'codename' | 'content_warning'
>

/** Something written that has not reached the server, as far as this device knows. */
export type Waiting = {
  /** Its id on the server too: sent twice, it is stored once. */
  id: string
  /** When it was written; an entry of the diary carries it along. */
  writtenAt: string
  /** It was sent and no answer came: the server may have it. */
  isAttempted?: true
  /** Why the server would not take it, in its words. It is not sent again until it is taken back. */
  refusal?: string
} & (
  | { destination: 'diary'; row: OpenEntry | SealedEntry }
  | { destination: 'wall' | 'wall-anonymous'; row: WallPost }
  /** Taken back after an attempt: what the server may have of it goes as soon as there is a signal. */
  | { destination: 'nowhere'; from: 'diary_posts' | 'public_posts' }
)
