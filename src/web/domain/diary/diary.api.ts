import type { DiaryHead } from '../../../shared/rows.ts'
import type { KeptEntry } from '../device/kept.ts'
import { personHere } from '../../lib/session.ts'
import { db } from '../../lib/supabase.ts'

export type Row = KeptEntry

const columns = 'id, mood, content, template_url, created_at, rev, sealed, lock_id'

/** The server's side of the copy. `rev` numbers the changes of one diary, rising. */
export type Source = {
  /** null: the diary never had an entry. */
  head(): Promise<Pick<DiaryHead, 'rev' | 'entries'> | null>
  /** At most `limit` rows with `rev` between these. Ascending, unless `below` is given. */
  rows(between: { above: number; below?: number }, limit: number): Promise<Row[]>
  newest(limit: number): Promise<Row[]>
  ids(after: string | null, limit: number): Promise<string[]>
}

export class OtherPerson extends Error {}

/** One person's diary on the server. Each call rejects with the data layer's error, or with OtherPerson. */
export function sourceOf(userId: string): Source {
  const theirs = async <Answer>(ask: PromiseLike<Answer>): Promise<Answer> => {
    if (personHere() !== userId) throw new OtherPerson()
    const answer = await ask
    if (personHere() !== userId) throw new OtherPerson()
    return answer
  }
  return {
    head: async () =>
      (
        await theirs(
          db.from('diary_heads').select('rev, entries').eq('id', userId).maybeSingle().throwOnError(),
        )
      ).data,
    async rows({ above, below }, limit) {
      const asked = db.from('diary_posts').select(columns).eq('user_id', userId).gt('rev', above)
      const part = below === undefined ? asked : asked.lt('rev', below)
      const ordered = part.order('rev', { ascending: below === undefined }).limit(limit)
      return (await theirs(ordered.throwOnError())).data
    },
    async newest(limit) {
      const asked = db.from('diary_posts').select(columns).eq('user_id', userId)
      const ordered = asked.order('created_at', { ascending: false }).order('id', { ascending: false })
      return (await theirs(ordered.limit(limit).throwOnError())).data
    },
    async ids(after, limit) {
      const asked = db.from('diary_posts').select('id').eq('user_id', userId)
      const part = after === null ? asked : asked.gt('id', after)
      return (await theirs(part.order('id').limit(limit).throwOnError())).data.map(({ id }) => id)
    },
  }
}

export type Change = Partial<Pick<Row, 'mood' | 'content' | 'template_url' | 'sealed' | 'lock_id'>>

/** Returns the changed row; undefined when the entry changed after `rev` or was deleted. Rejects with the data layer's error. */
export async function changeEntry(id: string, rev: number, change: Change): Promise<Row | undefined> {
  const asked = db.from('diary_posts').update(change).eq('id', id).eq('rev', rev).select(columns)
  return (await asked.throwOnError()).data[0]
}

export async function fetchEntry(id: string): Promise<Row | undefined> {
  return (await db.from('diary_posts').select(columns).eq('id', id).throwOnError()).data[0]
}

/** Returns false when the entry was deleted before. Rejects with the data layer's error. */
export async function deleteEntry(id: string): Promise<boolean> {
  return (await db.from('diary_posts').delete().eq('id', id).select('id').throwOnError()).data.length > 0
}
