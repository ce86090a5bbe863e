import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  changeNoticeSettings,
  noticeSettings,
  type NoticeSettings as Settings,
} from '../../domain/notices/notice-settings.ts'
import { wordsFor } from '../../lib/failure.ts'
import { useUser } from '../../lib/session.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Switch } from '../../ui/Switch.tsx'
import styles from './NoticeSettings.module.css'
import { OnThisDevice } from './OnThisDevice.tsx'
import { QuietHours } from './QuietHours.tsx'

const kinds = [
  ['dms', 'Mga direct message'],
  ['mentions', 'Pag may nag-mention sa ’kin'],
  ['reactions', 'Mga reaction sa post ko'],
  ['comments', 'Mga komento sa post ko'],
] as const

/** The kinds that ring, the quiet hours, and the settings of this device. */
export function NoticeSettings() {
  const { id: userId } = useUser()
  const settings = useQuery(noticeSettings(userId))
  const { now, change, failure } = useChange(userId, settings.data)
  return (
    <>
      {settings.isError && (
        <Banner kind="error">
          <p>{wordsFor(settings.error)}</p>
          <Button kind="plain" size="small" onClick={() => void settings.refetch()}>
            Subukan ulit
          </Button>
        </Banner>
      )}
      {settings.isPaused && !now && <Banner kind="note">Lalabas ito pag may signal na.</Banner>}
      {!now && settings.isFetching && <Skeleton lines={4} />}
      {now && (
        <>
          <fieldset className={styles.part}>
            <legend>Ano ang tutunog?</legend>
            {kinds.map(([kind, label]) => (
              <Switch key={kind} checked={now[kind]} onChange={(isOn) => change({ [kind]: isOn })}>
                {label}
              </Switch>
            ))}
          </fieldset>
          <QuietHours settings={now} onChange={change} />
        </>
      )}
      <OnThisDevice userId={userId} />
      {failure && <Banner kind="error">{failure}</Banner>}
    </>
  )
}

/** Shows each wish at once, and reverts it when it could not be stored. */
function useChange(userId: string, stored: Settings | undefined) {
  const [wishes, setWishes] = useState<Partial<Settings>>({})
  const [failure, setFailure] = useState<string>()
  const change = (changes: Partial<Settings>) => {
    setWishes((before) => ({ ...before, ...changes }))
    setFailure(undefined)
    changeNoticeSettings(userId, changes)
      .catch((error: unknown) => setFailure(wordsFor(error)))
      // The stored value shows then. A newer wish for the same field stays.
      .finally(() => setWishes((now) => withoutSame(now, changes)))
  }
  return { now: stored && { ...stored, ...wishes }, failure, change }
}

const withoutSame = (now: Partial<Settings>, done: Partial<Settings>): Partial<Settings> =>
  Object.fromEntries(Object.entries(now).filter(([field, value]) => done[field as keyof Settings] !== value))
