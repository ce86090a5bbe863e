import { queryOptions } from '@tanstack/react-query'
import type { NotificationSetting } from '../../../shared/rows.ts'
import { queryClient } from '../../lib/query.ts'
import { db } from '../../lib/supabase.ts'

export type NoticeSettings = Omit<NotificationSetting, 'user_id'>

/** Without a row: everything rings. */
const defaults: NoticeSettings = {
  dms: true,
  mentions: true,
  reactions: true,
  comments: true,
  push: true,
  quiet_from: null,
  quiet_to: null,
}

export const noticeSettings = (userId: string) =>
  queryOptions({
    queryKey: ['notification_settings', userId],
    async queryFn({ signal }): Promise<NoticeSettings> {
      const { data } = await db
        .from('notification_settings')
        .select('dms, mentions, reactions, comments, push, quiet_from, quiet_to')
        .eq('user_id', userId)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data ?? defaults
    },
    staleTime: 5 * 60_000,
  })

/** The last change on its way: changes are stored in the person's order. */
let last: Promise<void> = Promise.resolve()

/** Stores the changed fields; the others keep their value. Both hours change together. Rejects with the data layer's error. */
export function changeNoticeSettings(userId: string, changes: Partial<NoticeSettings>): Promise<void> {
  const change = async () => {
    await db
      .from('notification_settings')
      .upsert({ user_id: userId, ...changes })
      .throwOnError()
    const { queryKey } = noticeSettings(userId)
    queryClient.setQueryData(queryKey, (known) => ({ ...(known ?? defaults), ...changes }))
  }
  const done = last.then(change)
  last = done.catch(() => undefined)
  return done
}
