/** The rows of a person in IndexedDB (device.ts). Devices hold older versions, so fields are only added. */
import type { MessageFile } from '../../../shared/marker.ts'
import type { MoodValue } from '../../../shared/moods.ts'
import type { DiaryLock, DiaryPost, PublicPost } from '../../../shared/rows.ts'

/** The lock on a diary: the public key, and the private key wrapped by the passphrase and by the recovery key. */
export type Lock = Pick<DiaryLock, 'id' | 'public_key' | 'by_passphrase' | 'by_recovery' | 'ending'>

export type CopyHead = {
  /** The copy has all changes up to this number, except those in `hole`. */
  top: number
  /** The part of the first download that is missing. It is filled newest first. */
  hole: { above: number; below: number } | null
  /** The change number at which the copy was last equal to the server. */
  checked: number
}

type Words = { content: string; mood: MoodValue }
export type KeptEdit = Words & { begun: Words }
/** A KeptEdit, both parts sealed to one lock under the entry's id. */
export type SealedEdit = { lock_id: string; sealed: string; begun: string }

export type Meta = {
  head: CopyHead
  /** null: the diary has no lock, as far as this device knows. */
  lock: Lock | null
  [edit: `edit:${string}`]: KeptEdit | SealedEdit
}

/** An entry of the diary. The database's name says whose. */
export type KeptEntry = Omit<DiaryPost, 'user_id' | 'brought'>

type OpenEntry = Pick<DiaryPost, 'content' | 'template_url'> & {
  mood: NonNullable<DiaryPost['mood']>
  sealed: null
  lock_id: null
}
export type SealedEntry = {
  mood: null
  content: ''
  template_url: null
  sealed: string
  lock_id: string
}
/** The server adds the writer's codename when it stores the post. */
type WallRow = Pick<PublicPost, 'mood' | 'content' | 'template_url' | 'anonymous' | 'content_warning'>

/** A post or an entry to send. The server stores an id once, however often it is sent. */
export type Sendable = { id: string } &
  /** `lock`: the lock that the entry is sealed to. Its passphrase opens the entry here, even after the diary got another lock. */
  (
    | { destination: 'diary'; row: OpenEntry | SealedEntry; lock?: Lock }
    | { destination: 'wall' | 'wall-anonymous'; row: WallRow }
  )

type Kept = {
  /** ISO 8601. The server dates a diary entry by it. */
  writtenAt: string
  /** A request was made, so the server may have the item. */
  isAttempted?: true
  refusal?: string
}

export type QueuedComment = Kept & {
  id: string
  destination: 'comment'
  row: { post_id: string; content: string }
}
/** The last wish for a post, under one id a post. `was`: the reaction that the server has; null is none. */
export type QueuedReaction = Kept & {
  id: string
  destination: 'reaction'
  row: { post_id: string; emoji: string | null; was: string | null }
}
export type QueuedReply = QueuedComment | QueuedReaction

/** `topic` names the talk. Items of one talk are sent in the order of writing. */
type KeptInTalk = Kept & {
  /** The item waits: an attempt had no answer, or there was no signal. */
  isWaiting?: true
  /** The server asked to wait until then, ms since 1970. */
  waitsUntil?: number
}
export type QueuedMessage = KeptInTalk & {
  id: string
  destination: 'message'
  row: { topic: string; content: string; reply_to: string | null }
  /** The reply shows this quote until the server has it. */
  quote?: { sender_id: string; codename: string; text: string }
  mentioned?: { id: string; codename: string }[]
  /** The uploaded file that the last line of the content names. */
  file?: MessageFile
}
/** The last edit or deletion of a message: one item for each message. A null content deletes it. */
export type QueuedChange = KeptInTalk & {
  id: `change:${string}`
  destination: 'message-change'
  row: { topic: string; message_id: string; content: string | null }
}
export type QueuedInTalk = QueuedMessage | QueuedChange

/** A post or an entry. */
export type QueuedWriting = Sendable & Kept
export type OutboxItem = QueuedWriting | QueuedReply | QueuedInTalk

/** A withdrawal: an item was taken back after an attempt. The server deletes the item and refuses late attempts. */
type Withdrawal = Pick<OutboxItem, 'id' | 'writtenAt'> & { destination: 'nowhere' }

export type Queued = OutboxItem | Withdrawal
