import type { User } from '@supabase/auth-js'
import { db } from '../../lib/supabase.ts'
import type { Prepared } from './draft.ts'

/** The session is over: the words stay in the draft until the person is back. */
export class SessionEnded extends Error {}

/** Stores the words where they were meant to go, once, however often it is called with the same id. Rejects with the data layer's error. */
export async function store(
  { content, mood, template, warning, attempt }: Prepared,
  user: User,
): Promise<void> {
  const row = { id: attempt.id, user_id: user.id, mood, content: content.trim(), template_url: template }
  const anonymous = attempt.destination === 'wall-anonymous'
  const { error, status } =
    attempt.destination === 'diary'
      ? await db.from('diary_posts').insert(row)
      : await db.from('public_posts').insert({
          ...row,
          anonymous,
          codename: anonymous ? 'Anonymous' : codenameOf(user),
          content_warning: warning,
        })
  if (status === 401) throw new SessionEnded()
  // 23505: an earlier try had arrived, only its answer got lost.
  if (error && error.code !== '23505') throw error
}

function codenameOf(user: User): string {
  const codename: unknown = user.user_metadata['codename']
  return typeof codename === 'string' && codename ? codename : 'Anonymous'
}
