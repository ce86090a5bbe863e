/** What the device keeps of a person, as it lies in IndexedDB (device.ts). Devices hold older versions: fields are only added. */
import type { MoodValue } from '../../../shared/moods.ts'
import type { DiaryLock, DiaryPost, PublicPost } from '../../../shared/rows.ts'

/** The lock on a diary. Its public key seals; the private key is in it twice, wrapped by the passphrase and by the recovery key. */
export type Lock = Pick<DiaryLock, 'id' | 'public_key' | 'by_passphrase' | 'by_recovery' | 'ending'>

/** How far the copy of the diary is. */
export type CopyHead = {
  /** Changes up to this number are here, but for those of the hole. */
  top: number
  /** What is still to come of the first time, newest first. */
  hole: { above: number; below: number } | null
  /** The change after which nothing was missing and nothing was here that is gone. */
  checked: number
}

type Words = { content: string; mood: MoodValue }
/** An entry as it is being changed, and as it was when that began. */
export type KeptEdit = Words & { begun: Words }
/** The same, both parts sealed to one lock under the entry's id. */
export type SealedEdit = { lock_id: string; sealed: string; begun: string }

/** What is kept under each key of `meta`. */
export type Meta = {
  head: CopyHead
  /** null: the diary is not locked, as far as this device knows. */
  lock: Lock | null
  /** By the entry's id; sealed, when the diary is known to be locked. */
  [edit: `edit:${string}`]: KeptEdit | SealedEdit
}

/** An entry of the person's own diary; the name of the database says whose. */
export type KeptEntry = Omit<DiaryPost, 'user_id' | 'brought'>

export type OpenEntry = Pick<DiaryPost, 'content' | 'template_url'> & {
  mood: NonNullable<DiaryPost['mood']>
  sealed: null
  lock_id: null
}
/** Its words can be read with the key of this lock alone. */
export type SealedEntry = {
  mood: null
  content: ''
  template_url: null
  sealed: string
  lock_id: string
}
/** The server adds the codename that the writer has when the post arrives. */
export type WallRow = Pick<PublicPost, 'mood' | 'content' | 'template_url' | 'anonymous' | 'content_warning'>

/** A post or an entry on its way. The server stores it under this id, so an item that is sent twice is stored once. */
export type Sendable = { id: string } &
  /** `lock`: what the entry was sealed to. Its passphrase opens the entry here, also when the diary has another lock by now. */
  (
    | { destination: 'diary'; row: OpenEntry | SealedEntry; lock?: Lock }
    | { destination: 'wall' | 'wall-anonymous'; row: WallRow }
  )

/** An item of the outbox: the server does not have it, as far as this device knows. */
export type OutboxItem = Sendable & {
  /** ISO 8601. The server dates an entry of the diary by it. */
  writtenAt: string
  /** It was sent, so the server may have it, or may still get it. */
  isAttempted?: true
  /** Why the server refused it, in its words. It is not sent again by itself. */
  refusal?: string
}

/** Stands for an item that its writer took back after an attempt. The server removes what it has, and refuses what still comes. */
export type Withdrawal = Pick<OutboxItem, 'id' | 'writtenAt'> & { destination: 'nowhere' }

export type Queued = OutboxItem | Withdrawal
