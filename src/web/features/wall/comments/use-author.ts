import { useMemo } from 'react'
import type { Author } from '../../../domain/posts/comment-drafts.ts'
import type { Post } from '../../../domain/posts/post-store.ts'
import { isPremium, useProfile } from '../../../domain/person/profile.ts'
import { useUser } from '../../../lib/session.ts'

/** How the person's own comment is signed, until the server has signed it. */
export function useAuthor({ user_id }: Pick<Post, 'user_id'>): Author {
  const { id } = useUser()
  const { data: profile } = useProfile()
  return useMemo(
    () => ({
      user_id: id,
      codename: profile?.codename ?? 'Anonymous',
      avatar_url: profile?.avatar_url ?? null,
      is_premium: isPremium(profile),
      is_author: user_id === id,
    }),
    [id, user_id, profile],
  )
}
