import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { Link } from 'wouter'
import { exactTime, relativeTime } from '../../../shared/relative-time.ts'
import { wordsFor } from '../../lib/failure.ts'
import { useUser } from '../../lib/session.ts'
import { showToast } from '../../lib/toast.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { type Device, devicesOf, endDevice, endOthers } from './devices.api.ts'
import styles from './Devices.module.css'

/** The devices on which the person is logged in. Each other one can be logged out, and all of them at once. */
export function Devices() {
  const { id } = useUser()
  const { data: devices, error, isPaused, refetch } = useQuery(devicesOf(id))
  const list = useRef<HTMLUListElement>(null)
  const end = useEnding(id, () => list.current?.focus())
  const others = devices?.filter(({ is_current }) => !is_current) ?? []
  if (isPaused && !devices) return <Banner kind="note">Lalabas ito pag may signal na.</Banner>
  if (error && !devices)
    return (
      <Banner kind="error">
        <p>{wordsFor(error)}</p>
        <Button kind="plain" size="small" onClick={() => void refetch()}>
          Subukan ulit
        </Button>
      </Banner>
    )
  if (!devices) return <Skeleton lines={3} />
  return (
    <>
      <p className={styles.note}>
        May hindi ka kilala rito? I-log out mo iyon, tapos{' '}
        <Link href="/forgot-password">palitan ang password mo</Link>.
      </p>
      <ul ref={list} tabIndex={-1} className={styles.devices} aria-label="Mga device na naka-log in">
        {devices.map((device) => (
          <li key={device.id}>
            <Row device={device} isBusy={end.running === device.id} onEnd={() => end.one(device.id)} />
          </li>
        ))}
      </ul>
      {others.length === 0 && <p className={styles.note}>Dito ka lang naka-log in.</p>}
      {others.length > 1 && (
        <Button kind="quiet" icon="logout" busy={end.running === null} onClick={end.others}>
          I-log out ang lahat ng iba
        </Button>
      )}
      {end.failure && <Banner kind="error">{end.failure}</Banner>}
    </>
  )
}

/** Ends one session, or with null all others, then asks for the list again. */
function useEnding(userId: string, onDone: () => void) {
  const client = useQueryClient()
  const { queryKey } = devicesOf(userId)
  const ending = useMutation({
    mutationFn: (id: string | null) => (id === null ? endOthers() : endDevice(id)),
    onSuccess: (_, id) => {
      showToast(id === null ? 'Na-log out na ang lahat ng iba.' : 'Na-log out na iyon.')
      // The row and its button are about to be removed.
      onDone()
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
  return {
    running: ending.isPending ? ending.variables : undefined,
    one: (id: string) => ending.mutate(id),
    others: () => ending.mutate(null),
    failure: ending.isError ? wordsFor(ending.error) : undefined,
  }
}

type RowProps = { device: Device; isBusy: boolean; onEnd: () => void }
function Row({ device: { device, created_at, last_seen_at, is_current }, isBusy, onEnd }: RowProps) {
  const name = device ?? 'Hindi kilalang device'
  return (
    <>
      <p className={styles.name}>{name}</p>
      <p className={styles.note}>
        {is_current ? (
          <strong className={styles.here}>Ito ang gamit mo ngayon</strong>
        ) : (
          <>
            Huling nakita:{' '}
            <time dateTime={last_seen_at} title={exactTime(last_seen_at)}>
              {relativeTime(last_seen_at)}
            </time>
          </>
        )}{' '}
        · nag-log in {relativeTime(created_at)}
      </p>
      {!is_current && (
        <Button kind="quiet" size="small" busy={isBusy} onClick={onEnd}>
          I-log out<span className="visually-hidden"> ang {name}</span>
        </Button>
      )}
    </>
  )
}
