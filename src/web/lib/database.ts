import type {
  DiaryHead,
  DiaryLock,
  DiaryPost,
  Hotline,
  PostComment,
  PostReaction,
  PublicPost,
  PublicUserProfile,
  PublicUserProfilesView,
  Report,
  UnansweredPost,
  UsageAiRefinement,
  UserBlock,
  UserMute,
  UserProfile,
  WallComment,
  WallPost,
  WallSearch,
} from '../../shared/rows.ts'

type Table<Row> = { Row: Row; Insert: Partial<Row>; Update: Partial<Row>; Relationships: [] }
type View<Row> = { Row: Row; Relationships: [] }

/** The row types in the shape that the data client reads. */
export type Database = {
  public: {
    Tables: {
      user_profiles: Table<UserProfile>
      public_posts: Table<PublicPost>
      post_comments: Table<PostComment>
      post_reactions: Table<PostReaction>
      diary_posts: Table<DiaryPost>
      diary_heads: Table<DiaryHead>
      diary_locks: Table<DiaryLock>
      user_blocks: Table<UserBlock>
      user_mutes: Table<UserMute>
    }
    Views: {
      public_user_profiles: View<PublicUserProfile>
      public_user_profiles_view: View<PublicUserProfilesView>
      wall_posts: View<WallPost>
      wall_search: View<WallSearch>
      wall_comments: View<WallComment>
      unanswered_posts: View<UnansweredPost>
      hotlines: View<Hotline>
      reports: View<Report>
      usage_ai_refinements: View<UsageAiRefinement>
    }
    Functions: Record<string, never>
  }
}
