/** The answer to a request: its screen comes late. */
import { personHere } from '../../lib/session.ts'
import { patchConversation } from './conversations.ts'
import { changeConversation } from './requests.api.ts'

/** Rejects with the data layer's error. */
export const acceptRequest = (conversationId: string): Promise<void> => change(conversationId, 'open')

/** Rejects with the data layer's error. */
export const declineRequest = (conversationId: string): Promise<void> => change(conversationId, 'declined')

async function change(conversation_id: string, state: 'open' | 'declined'): Promise<void> {
  const user_id = personHere()
  if (!user_id) return
  await changeConversation(
    { user_id, conversation_id },
    { state, ...(state === 'declined' && { unread: 0 }) },
  )
  if (personHere() === user_id) patchConversation(conversation_id, user_id, { state })
}
