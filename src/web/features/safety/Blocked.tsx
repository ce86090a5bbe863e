import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import { wordsFor } from '../../lib/failure.ts'
import { useUser } from '../../lib/session.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { showToast } from '../../lib/toast.ts'
import styles from './Blocked.module.css'
import { Rows } from './Rows.tsx'
import { bringBack, keptOnes, type Kept } from '../../domain/safety/sight.api.ts'
import { startSight } from '../../domain/safety/sight.ts'

/** The blocked, muted and hidden, each with a button that undoes it. */
export function Blocked() {
  useEffect(() => void startSight(), [])
  return (
    <>
      <KeptOnes list="user_blocks" title="Naka-block" empty="Wala kang naka-block." />
      <KeptOnes list="user_mutes" title="Naka-mute at nakatago" empty="Wala kang naka-mute o itinago." />
    </>
  )
}

type KeptOnesProps = { list: 'user_blocks' | 'user_mutes'; title: string; empty: string }

function KeptOnes({ list, title, empty }: KeptOnesProps) {
  const kept = useInfiniteQuery(keptOnes(useUser().id, list))
  const id = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <section className={styles.list} aria-labelledby={id}>
      <h4 ref={heading} id={id} tabIndex={-1}>
        {title}
      </h4>
      <Rows list={kept} empty={empty}>
        {(row) => <KeptRow list={list} kept={row} onBack={() => heading.current?.focus()} />}
      </Rows>
    </section>
  )
}

type KeptRowProps = { list: KeptOnesProps['list']; kept: Kept; onBack: () => void }

function KeptRow({ list, kept, onBack }: KeptRowProps) {
  const name =
    kept.kind === 'person' ? (kept.person.codename ?? 'Anonymous') : 'Isang post na walang codename'
  const undo = useMutation({
    mutationFn: () => bringBack(list, kept),
    onSuccess() {
      showToast(kept.kind === 'person' ? `Makikita mo na ulit si ${name}.` : 'Makikita mo na ulit ang post.')
      // The row and its button are about to be removed.
      onBack()
    },
    onError: (error) => showToast(wordsFor(error), 'error'),
  })
  return (
    <>
      {kept.kind === 'person' ? (
        <Avatar codename={name} picture={kept.person.avatar_url} size="small" />
      ) : (
        <span className={styles.hidden}>
          <Icon name="eye-off" size={20} />
        </span>
      )}
      <span className={styles.name} dir="auto">
        {name}
      </span>
      <Button kind="quiet" size="small" busy={undo.isPending} onClick={() => undo.mutate()}>
        {kept.kind === 'post' ? 'Ipakita ulit' : list === 'user_blocks' ? 'I-unblock' : 'I-unmute'}
        {kept.kind === 'person' && <span className="visually-hidden"> si {name}</span>}
      </Button>
    </>
  )
}
