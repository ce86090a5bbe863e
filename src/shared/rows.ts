// Made by `npm run rows` from the migrations; a test keeps it true. Rows keep the database's spelling up to the screen.
import type { MoodValue } from './moods.ts'

export type DiaryPost = {
  id: string
  user_id: string
  mood: MoodValue
  content: string
  template_url: string | null
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
}

export type PublicUserProfile = {
  id: string
  codename: string | null
  avatar_url: string | null
  is_premium: boolean
  premium_until: string | null
}

export type PublicUserProfilesView = {
  id: string
  codename: string | null
  avatar_url: string | null
  is_premium: boolean
  premium_until: string | null
}

export type UserBlock = {
  id: string
  blocker_id: string
  blocked_id: string
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
  is_premium: boolean
  is_mine: boolean
  my_reaction: string | null
}
