import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import type { Mood } from '../../../shared/moods.ts'
import type { UserProfile } from '../../../shared/rows.ts'
import { profileKey, useProfile } from '../../lib/profile.ts'
import { useUser } from '../../lib/session.ts'
import { useHidden } from '../../lib/sight.ts'
import { Button, LinkButton } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useCommentCount } from './comment-counts.ts'
import { useFold } from './Folded.tsx'
import { isHidden } from './news.ts'
import styles from './Saluhan.module.css'
import { unanswered, type Unanswered } from './saluhan.api.ts'
import { wallAddress } from './view.ts'
import { excerptOf } from './words.ts'

type SaluhanProps = { mood: Mood; visit: string }

/** For people who asked for it: one post of this wall that nobody has answered, above the others. */
export function Saluhan({ mood, visit }: SaluhanProps) {
  const { isWanted, sendAway } = useWish()
  const post = useQuery({ ...unanswered(mood.value, visit), enabled: isWanted })
  const title = useId()
  if (!isWanted) return null
  return (
    <section className={styles.strip} aria-labelledby={title}>
      <h2 id={title}>Saluhan</h2>
      {post.data ? (
        <Waiting post={post.data} mood={mood} visit={visit} />
      ) : post.isFetching && !post.isPaused ? (
        <Skeleton className={styles.coming} />
      ) : (
        <p>{post.data === null ? 'Lahat dito ay may sumagot na. 💛' : 'Lalabas ito pag may signal na.'}</p>
      )}
      <Button kind="plain" size="small" className={styles.away} onClick={sendAway}>
        Hindi muna
      </Button>
    </section>
  )
}

function Waiting({ post, mood, visit }: SaluhanProps & { post: Unanswered }) {
  const isAnswered = useCommentCount(post) > 0
  const isGone = isHidden(post, useHidden())
  const reason = useFold(post.id, post.content, post.content_warning)
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

/** Not wanted any more until the app is opened anew. */
let isAway = false

/**
 * Whether it has a place on this visit. That is decided when the visit begins, by what is known then: the wall must not move when the
 * profile comes.
 */
function useWish() {
  const { id } = useUser()
  const client = useQueryClient()
  const profile = useProfile()
  const [hasPlace, setPlace] = useState(() => {
    const known = client.getQueryData<UserProfile | null>(profileKey(id))
    return !isAway && (known === undefined ? wasWanted(id) : (known?.saluhan ?? false))
  })
  const wanted = profile.data === undefined ? undefined : (profile.data?.saluhan ?? false)
  useEffect(() => {
    if (wanted !== undefined) keepWanted(id, wanted)
  }, [id, wanted])
  return {
    isWanted: hasPlace && wanted !== false,
    sendAway: () => {
      isAway = true
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
    // It then shows from the second wall on.
  }
}
