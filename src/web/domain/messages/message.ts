import type { MessageFile } from '../../../shared/marker.ts'

export type Mentioned = { id: string; codename: string }

/** A message of a room or a conversation. The text names people as `@{id}` (shared/talks.ts). */
export type Message = {
  id: string
  /** The cursor; null until the server has the message. */
  seq: number | null
  sender_id: string
  codename: string
  avatar_url: string | null
  is_premium: boolean
  text: string
  mentioned: readonly Mentioned[]
  file: MessageFile | null
  reply_to: string | null
  reply_to_sender: string | null
  /** Both are null when the answered message was deleted, or is out of sight. */
  reply_to_message: string | null
  reply_to_codename: string | null
  reaction_counts: Readonly<Record<string, number>>
  my_reaction: string | null
  created_at: string
  edited_at: string | null
  /** Undefined: the server has it. A stored message has a state while its edit waits, or after the edit or deletion was refused. */
  sending?: 'sending' | 'waiting' | 'refused'
  /** Why it was refused, for its writer. */
  refusal?: string
  /** The server asked to wait until then, ms since 1970. The outbox sends it by itself. */
  waitsUntil?: number
}

export type Talk = {
  /** Oldest first, at most 300. */
  messages: readonly Message[]
  state: 'loading' | 'here' | 'failed'
  hasEarlier: boolean
  /** The window is not at the talk's end. */
  hasLater: boolean
  /** New messages since the window left the end. */
  heardLater: number
}
