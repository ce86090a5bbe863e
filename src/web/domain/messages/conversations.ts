/** One row of the list of conversations. */
export type Conversation = {
  conversation_id: string
  other_id: string
  other_codename: string | null
  other_avatar_url: string | null
  other_is_premium: boolean
  state: 'open' | 'request' | 'declined'
  /** The reader began it, and the other person has not accepted. */
  is_pending: boolean
  unread: number
  last_at: string
  last_text: string | null
  last_sender_id: string | null
}

export type Conversations = {
  state: 'loading' | 'here' | 'failed'
  /** Newest first. Declined ones are absent. */
  conversations: readonly Conversation[]
  hasMore: boolean
}

const loading: Conversations = { state: 'loading', conversations: [], hasMore: false }

/** The reader's conversations and requests, live. */
export function useConversations(): Conversations {
  return loading
}

/** Returns false when the page could not be fetched. */
export async function loadMoreConversations(): Promise<boolean> {
  return false
}

/** The conversation with a person, also one that has not begun. undefined: not yet known. */
export function useConversation(_otherId: string): Conversation | null | undefined {
  return undefined
}

/** The topic of the conversation with a person; undefined for oneself. */
export function openConversation(_otherId: string): string | undefined {
  return undefined
}

/** Rejects with the data layer's error. */
export async function acceptRequest(_conversationId: string): Promise<void> {
  return undefined
}

/** Rejects with the data layer's error. */
export async function declineRequest(_conversationId: string): Promise<void> {
  return undefined
}

/** Tells the server that the reader has seen the talk. Rooms have no unread count. */
export function markRead(_topic: string): void {
  return undefined
}
