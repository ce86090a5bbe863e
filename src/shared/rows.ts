// Made by `npm run schema` from the migrations; a test keeps it true. Rows keep the database's column names.
import type { MessageFile } from './marker.ts'
import type { MoodValue } from './moods.ts'

export type ChatUpload = {
  id: string
  user_id: string | null
  name: string | null
  mime: string | null
  type: string | null
  size: number | null
  created_at: string
  expires_at: string
  message_id: string | null
}

export type ConversationMember = {
  user_id: string
  conversation_id: string
  other_id: string
  state: string
  is_pending: boolean
  began: boolean
  unread: number
  last_at: string
  last_seq: number
  written: number
  read_seq: number
  created_at: string
}

export type Conversation = {
  user_id: string
  conversation_id: string
  other_id: string
  state: string
  is_pending: boolean
  unread: number
  last_at: string
  last_seq: number
  read_seq: number
  created_at: string
  other_codename: string
  other_avatar_url: string | null
  other_is_premium: boolean
  last_text: string | null
  last_sender_id: string | null
}

export type DiaryHead = {
  id: string
  rev: number
  entries: number
}

export type DiaryLock = {
  id: string
  user_id: string
  public_key: string
  by_passphrase: string
  by_recovery: string
  ending: boolean
  created_at: string
}

export type DiaryPost = {
  id: string
  user_id: string
  mood: MoodValue | null
  content: string
  template_url: string | null
  created_at: string
  rev: number
  sealed: string | null
  lock_id: string | null
  brought: boolean
}

export type DirectMessage = {
  id: string
  seq: number
  conversation_id: string
  sender_id: string
  receiver_id: string
  text: string
  reactions: Record<string, string[]>
  created_at: string
  edited_at: string | null
  file: MessageFile | null
}

export type EmiCare = {
  user_id: string
  since: string
}

export type Hotline = {
  id: string
  name: string
  note: string
  numbers: string[]
  for_children: boolean
  position: number
  checked_on: string
  source: string
}

export type LiveChatMessage = {
  id: string
  seq: number
  wall_id: string
  sender_id: string
  codename: string
  avatar_url: string | null
  is_premium: boolean
  message_text: string
  mentioned: { id: string; codename: string }[]
  reply_to: string | null
  reply_to_sender: string | null
  reply_to_message: string | null
  reply_to_codename: string | null
  reaction_counts: Record<string, number>
  my_reaction: string | null
  created_at: string
  edited_at: string | null
  file: MessageFile | null
}

export type LiveChatReaction = {
  id: string
  message_id: string
  user_id: string
  emoji: string
}

export type ManualPayment = {
  id: string
  user_id: string | null
  plan: string
  amount: number
  proof_url: string | null
  status: string
  reason: string | null
  created_at: string
  decided_at: string | null
  read_at: string | null
}

export type Mention = {
  id: string
  message_id: string
  user_id: string
  sender_id: string
  created_at: string
  read_at: string | null
}

export type Notice = {
  kind: string
  id: string
  person_id: string | null
  codename: string | null
  avatar_url: string | null
  is_premium: boolean | null
  preview: string
  count: number
  created_at: string
  target_url: string
}

export type NotificationSetting = {
  user_id: string
  dms: boolean
  mentions: boolean
  reactions: boolean
  comments: boolean
  push: boolean
  quiet_from: number | null
  quiet_to: number | null
}

export type Payment = {
  id: string
  user_id: string | null
  plan: string
  amount: number
  currency: string
  provider: string
  payment_id: string | null
  status: string
  method: string | null
  created_at: string
  paid_at: string | null
  ended_at: string | null
}

export type PollVote = {
  poll_id: string
  user_id: string
  option_index: number
  created_at: string
}

export type Poll = {
  id: string
  seq: number
  user_id: string
  question: string
  options: string[]
  expires_at: string | null
  created_at: string
}

export type PostComment = {
  id: string
  post_id: string
  user_id: string
  content: string
  created_at: string
  updated_at: string
}

export type PostNotice = {
  user_id: string
  post_id: string
  kind: string
  since: string
  last_at: string
  is_unread: boolean
}

export type PostReaction = {
  id: string
  post_id: string
  user_id: string
  emoji: string
  created_at: string
}

export type PublicPost = {
  id: string
  seq: number
  user_id: string | null
  codename: string
  anonymous: boolean
  mood: MoodValue
  content: string
  template_url: string | null
  created_at: string
  reaction_counts: Record<string, number>
  comment_count: number
  content_warning: string | null
}

export type PublicUserProfile = {
  id: string
  codename: string | null
  avatar_url: string | null
  is_premium: boolean | null
  premium_until: string | null
}

export type PublicUserProfilesView = {
  id: string
  codename: string | null
  avatar_url: string | null
  is_premium: boolean | null
  premium_until: string | null
}

export type PushSubscription = {
  id: string
  user_id: string
  endpoint: string
  p256dh: string
  auth: string
  created_at: string
}

export type Report = {
  id: string
  reported_item_type: string
  reported_item_id: string
  reason: string
  details: string | null
  status: string
  created_at: string
  resolved_at: string | null
}

export type UnansweredPost = {
  id: string
  seq: number
  user_id: string | null
  codename: string
  mood: MoodValue
  content: string
  template_url: string | null
  created_at: string
  reaction_counts: Record<string, number>
  comment_count: number
  avatar_url: string | null
  is_premium: boolean | null
  is_mine: boolean
  my_reaction: string | null
  content_warning: string | null
  comments_vary: boolean
}

export type UsageAiRefinement = {
  id: string
  user_id: string
  created_at: string
}

export type UsageEmiMessage = {
  id: string
  user_id: string
  created_at: string
}

export type UserBlock = {
  id: string
  blocker_id: string
  blocked_id: string
  created_at: string
}

export type UserMute = {
  id: string
  muter_id: string
  muted_id: string | null
  post_id: string | null
  created_at: string
}

export type UserProfile = {
  id: string
  email: string
  codename: string | null
  avatar_url: string | null
  is_premium: boolean
  premium_until: string | null
  created_at: string
  updated_at: string
  invisible: boolean
  saluhan: boolean
  may_write: string
}

export type WallComment = {
  id: string
  post_id: string
  user_id: string
  content: string
  created_at: string
  updated_at: string
  codename: string
  avatar_url: string | null
  is_premium: boolean | null
  is_mine: boolean
  is_author: boolean
}

export type WallPost = {
  id: string
  seq: number
  user_id: string | null
  codename: string
  mood: MoodValue
  content: string
  template_url: string | null
  created_at: string
  reaction_counts: Record<string, number>
  comment_count: number
  avatar_url: string | null
  is_premium: boolean | null
  is_mine: boolean
  my_reaction: string | null
  content_warning: string | null
  comments_vary: boolean
}

export type WallSearch = {
  id: string
  seq: number
  user_id: string | null
  codename: string
  mood: MoodValue
  content: string
  template_url: string | null
  created_at: string
  reaction_counts: Record<string, number>
  comment_count: number
  avatar_url: string | null
  is_premium: boolean | null
  is_mine: boolean
  my_reaction: string | null
  content_warning: string | null
  comments_vary: boolean
}
