/** Reports (specification 2, sections 3, 5 and 9). */
export const reportedItemTypes = [
  'public_post',
  'post_comment',
  'direct_message',
  'live_chat_message',
  'poll',
] as const
export const reportReasons = [
  'spam',
  'hate_speech',
  'inappropriate_content',
  'self_harm',
  'harassment',
  'privacy_violation',
  'other',
] as const

export type ReportedItemType = (typeof reportedItemTypes)[number]
export type ReportReason = (typeof reportReasons)[number]
