// Made by `npm run schema` from the migrations; a test keeps it true.
import type {
  ChatUpload,
  ConversationMember,
  Conversation,
  DiaryHead,
  DiaryLock,
  DiaryPost,
  DirectMessage,
  EmiCare,
  Hotline,
  LiveChatMessage,
  LiveChatReaction,
  ManualPayment,
  Mention,
  Notice,
  NotificationSetting,
  Payment,
  PollVote,
  Poll,
  PostComment,
  PostNotice,
  PostReaction,
  PublicPost,
  PublicUserProfile,
  PublicUserProfilesView,
  PushSubscription,
  Report,
  UnansweredPost,
  UsageAiRefinement,
  UsageEmiMessage,
  UserBlock,
  UserMute,
  UserProfile,
  WallComment,
  WallPost,
  WallSearch,
} from './rows.ts'

/** An insert names the `Needed` columns, and may name the `Optional` ones. An update names some of the `Changeable` ones. */
type Table<Row, Needed extends keyof Row, Optional extends keyof Row, Changeable extends keyof Row> = {
  Row: Row
  Insert: Pick<Row, Needed> & Partial<Pick<Row, Optional>>
  Update: Partial<Pick<Row, Changeable>>
  Relationships: []
}
type View<Row> = { Row: Row; Relationships: [] }

/** Tables and views as a signed-in person may use them: rights from the grants, nullability and defaults from the columns. */
export type Database = {
  public: {
    Tables: {
      conversation_members: Table<
        ConversationMember,
        never,
        never,
        'state' | 'unread'
      >
      diary_locks: Table<
        DiaryLock,
        'public_key' | 'by_passphrase' | 'by_recovery',
        'id' | 'user_id',
        'by_passphrase' | 'by_recovery' | 'ending'
      >
      diary_posts: Table<
        DiaryPost,
        never,
        'id' | 'user_id' | 'mood' | 'content' | 'template_url' | 'created_at' | 'sealed' | 'lock_id' | 'brought',
        'mood' | 'content' | 'template_url' | 'sealed' | 'lock_id'
      >
      direct_messages: Table<
        DirectMessage,
        'conversation_id' | 'receiver_id' | 'text',
        'id' | 'sender_id',
        'text' | 'reactions'
      >
      live_chat_messages: Table<
        LiveChatMessage,
        never,
        'id' | 'wall_id' | 'sender_id' | 'codename' | 'message_text' | 'reply_to' | 'reply_to_message' | 'reply_to_codename',
        'message_text'
      >
      live_chat_reactions: Table<
        LiveChatReaction,
        'message_id' | 'emoji',
        'id' | 'user_id',
        'emoji'
      >
      manual_payments: Table<
        ManualPayment,
        'plan' | 'amount',
        'id' | 'user_id' | 'proof_url' | 'status',
        'read_at'
      >
      mentions: Table<
        Mention,
        never,
        never,
        'read_at'
      >
      notification_settings: Table<
        NotificationSetting,
        never,
        'user_id' | 'dms' | 'mentions' | 'reactions' | 'comments' | 'push' | 'quiet_from' | 'quiet_to',
        'user_id' | 'dms' | 'mentions' | 'reactions' | 'comments' | 'push' | 'quiet_from' | 'quiet_to'
      >
      post_comments: Table<
        PostComment,
        'post_id' | 'content',
        'id' | 'user_id',
        'content' | 'updated_at'
      >
      post_notices: Table<
        PostNotice,
        never,
        never,
        'is_unread'
      >
      post_reactions: Table<
        PostReaction,
        'post_id' | 'emoji',
        'id' | 'user_id',
        'emoji'
      >
      public_posts: Table<
        PublicPost,
        'mood' | 'content',
        'id' | 'user_id' | 'codename' | 'anonymous' | 'template_url' | 'content_warning',
        'mood' | 'content' | 'content_warning'
      >
      push_subscriptions: Table<
        PushSubscription,
        'endpoint' | 'p256dh' | 'auth',
        'id' | 'user_id',
        never
      >
      user_blocks: Table<
        UserBlock,
        'blocked_id',
        'id' | 'blocker_id',
        never
      >
      user_mutes: Table<
        UserMute,
        never,
        'id' | 'muter_id' | 'muted_id' | 'post_id',
        never
      >
      user_profiles: Table<
        UserProfile,
        'id' | 'email',
        'codename',
        'id' | 'email' | 'codename' | 'avatar_url' | 'invisible' | 'saluhan' | 'may_write'
      >
    }
    Views: {
      chat_uploads: View<ChatUpload>
      conversations: View<Conversation>
      diary_heads: View<DiaryHead>
      emi_care: View<EmiCare>
      hotlines: View<Hotline>
      notices: View<Notice>
      payments: View<Payment>
      poll_votes: View<PollVote>
      polls: View<Poll>
      public_user_profiles: View<PublicUserProfile>
      public_user_profiles_view: View<PublicUserProfilesView>
      reports: View<Report>
      unanswered_posts: View<UnansweredPost>
      usage_ai_refinements: View<UsageAiRefinement>
      usage_emi_messages: View<UsageEmiMessage>
      wall_comments: View<WallComment>
      wall_posts: View<WallPost>
      wall_search: View<WallSearch>
    }
    Functions: Record<string, never>
  }
}
