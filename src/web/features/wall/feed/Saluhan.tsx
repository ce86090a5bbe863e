import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import type { Mood } from '../../../../shared/moods.ts'
import type { UserProfile } from '../../../../shared/rows.ts'
import { profileKey, useProfile } from '../../../domain/person/profile.ts'
import { useUser } from '../../../lib/session.ts'
import { createStore } from '../../../lib/store.ts'
import { useHidden } from '../../../domain/safety/sight.ts'
import { Button, LinkButton } from '../../../ui/Button.tsx'
import { useCommentCount } from '../../../domain/posts/post-store.ts'
import { useFold } from '../post/Folded.tsx'
import { isHidden } from '../../../domain/posts/feed.ts'
import styles from './Saluhan.module.css'
import { unanswered, type Unanswered } from '../../../domain/posts/saluhan.api.ts'
import { wallAddress } from '../post/view.ts'
import { wallFeed } from '../../../domain/posts/posts.api.ts'
import { excerptOf } from '../post/words.ts'

/**
 * A post of this wall without a reply, for people who opted in; undefined when there is none. The wall waits for it, because it stands
 * above.
 */
export function useSaluhan(mood: Mood, visit: string, isHere: boolean) {
  const { isWanted, sendAway } = useWish(mood, visit)
  const isAsked = isWanted && isHere
  const { data, isLoading } = useQuery({ ...unanswered(mood.value, visit), enabled: isAsked })
  return { post: isAsked && data ? data : undefined, isComing: isAsked && isLoading, sendAway }
}

type SaluhanProps = { mood: Mood; visit: string; post: Unanswered; onAway: () => void }

export function Saluhan({ onAway, ...waiting }: SaluhanProps) {
  const title = useId()
  return (
    <section className={styles.strip} aria-labelledby={title}>
      <h2 id={title}>Saluhan</h2>
      <Waiting {...waiting} />
      <Button kind="plain" size="small" className={styles.away} onClick={onAway}>
        Hindi muna
      </Button>
    </section>
  )
}

function Waiting({ post, mood, visit }: Omit<SaluhanProps, 'onAway'>) {
  const isAnswered = useCommentCount(post.id) > 0
  const isGone = isHidden(post, useHidden())
  const reason = useFold(post)
  if (isGone) return <p>Sa susunod na lang ulit.</p>
  if (isAnswered) return <p>May sumagot na. Salamat sa pakikinig. 💛</p>
  return (
    <>
      <p className={styles.note}>Wala pang sumasagot dito.</p>
      <p className={styles.words} dir="auto">
        {reason ?? excerptOf(post.content).text}
      </p>
      <LinkButton
        kind="quiet"
        size="small"
        className={styles.open}
        href={wallAddress(mood.slug, { post: post.id })}
        state={{ visit, opened: true }}
      >
        Basahin<span className="visually-hidden"> ang post ni {post.codename}</span>
      </LinkButton>
    </>
  )
}

/** Dismissed until the app is opened anew. */
const away = createStore(false)

/** Whether this visit shows it, decided once at its start: a profile that loads later must not move the wall. */
function useWish(mood: Mood, visit: string) {
  const { id } = useUser()
  const client = useQueryClient()
  const profile = useProfile()
  const [hasPlace, setPlace] = useState(() => {
    const known = client.getQueryData<UserProfile | null>(profileKey(id))
    const isWanted = known === undefined ? wasWanted(id) : (known?.saluhan ?? false)
    const has = ({ queryKey }: { queryKey: readonly unknown[] }) =>
      client.getQueryData(queryKey) !== undefined
    return (
      !away.read() && isWanted && (has(unanswered(mood.value, visit)) || !has(wallFeed(mood.value, visit)))
    )
  })
  const wanted = profile.data === undefined ? undefined : (profile.data?.saluhan ?? false)
  useEffect(() => {
    if (wanted !== undefined) keepWanted(id, wanted)
  }, [id, wanted])
  return {
    isWanted: hasPlace && wanted !== false,
    sendAway: () => {
      away.put(true)
      setPlace(false)
    },
  }
}

const keyOf = (userId: string) => `emote-saluhan:${userId}`

function wasWanted(userId: string): boolean {
  try {
    return localStorage.getItem(keyOf(userId)) !== null
  } catch {
    return false
  }
}

function keepWanted(userId: string, wanted: boolean) {
  try {
    if (wanted) localStorage.setItem(keyOf(userId), '1')
    else localStorage.removeItem(keyOf(userId))
  } catch {
    // It shows from the second wall on.
  }
}
