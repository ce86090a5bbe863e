import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { upTo } from '../../../shared/up-to.ts'
import { countOf, isQuiet } from '../../domain/notices/notice.ts'
import { noticeSettings } from '../../domain/notices/notice-settings.ts'
import { followNotices, onRing, useNotices } from '../../domain/notices/notices.ts'
import { playSound, wantsSound } from '../../domain/notices/sound.ts'
import { queryClient } from '../../lib/query.ts'
import { useUser } from '../../lib/session.ts'
import { putTitleCount } from '../../lib/title.ts'
import styles from './Unread.module.css'

/** The number on the bell and in the tab's title, and the sound. `id` names the words for screen readers. */
export function Unread({ id }: { id: string }) {
  const { id: userId } = useUser()
  const count = countOf(useNotices().notices)
  // An empty bell does not need the quiet hours.
  const settings = useQuery({ ...noticeSettings(userId), enabled: count > 0 })
  const isLoud = settings.data !== undefined && !isQuiet(settings.data)
  const words = count > 0 ? upTo(99, count) : ''
  useEffect(() => followNotices(userId), [userId])
  useEffect(() => onRing(() => void ring(userId)), [userId])
  useEffect(() => {
    putTitleCount(isLoud ? words : '')
    return () => putTitleCount('')
  }, [isLoud, words])
  return (
    <>
      {words && (
        <span className={styles.badge} aria-hidden="true">
          {words}
        </span>
      )}
      {/* Mounted before its words: screen readers need that. */}
      <output id={id} className="visually-hidden">
        {words && `${words} bago`}
      </output>
    </>
  )
}

/** Unknown quiet hours are quiet. */
async function ring(userId: string) {
  if (!wantsSound(userId)) return
  const settings = await queryClient.fetchQuery(noticeSettings(userId)).catch(() => undefined)
  if (settings && !isQuiet(settings)) playSound()
}
