import { useEffect, useRef, useState } from 'react'
import { warningLabel } from '../../../shared/content-warnings.ts'
import { moodOfValue } from '../../../shared/moods.ts'
import type { PublicPost } from '../../../shared/rows.ts'
import { isUuid } from '../../../shared/uuid.ts'
import { connect } from '../../lib/session.ts'
import { classes } from '../../ui/classes.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './SharedPost.module.css'

type Shared = Pick<PublicPost, 'content' | 'codename' | 'mood' | 'content_warning'>

/** The shared post, above the form for a visitor who followed its link. */
export function SharedPost({ next }: { next: string }) {
  const wanted = next.startsWith('/wall/') ? new URLSearchParams(next.split('?')[1]).get('post') : null
  const id = wanted !== null && isUuid(wanted) ? wanted : undefined
  const [post, setPost] = useState<Shared | 'loading' | 'gone' | 'unknown'>('loading')
  useEffect(() => {
    if (id)
      fetchShared(id).then(
        (found) => setPost(found ?? 'gone'),
        () => setPost('unknown'),
      )
  }, [id])
  if (!id || post === 'unknown') return null
  if (post === 'loading') return <Skeleton className={styles.room} />
  if (post === 'gone')
    return (
      <p className={classes(styles.room, styles.gone)}>
        Wala na rito ang post na ibinahagi sa ’yo. Baka binura na ng sumulat. Bukas pa rin ang pader para sa
        ’yo.
      </p>
    )
  const mood = moodOfValue(post.mood)
  return (
    <blockquote className={classes(styles.room, styles.quote)} data-mood={mood.slug}>
      <Words content={post.content} warning={warningLabel(post.content_warning)} />
      <footer>
        <bdi>{post.codename}</bdi> · {mood.title} {mood.emoji}
      </footer>
    </blockquote>
  )
}

/** The words: behind their warning until opened, a long text cut until unfolded. */
function Words({ content, warning }: { content: string; warning: string | undefined }) {
  const [isFolded, setFolded] = useState(warning !== undefined)
  const [isWhole, setWhole] = useState(false)
  const [isLong, setLong] = useState(false)
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (isFolded || isWhole || !text.current) return undefined
    const { current } = text
    // A new width breaks the lines anew.
    const observer = new ResizeObserver(() => setLong(current.scrollHeight > current.clientHeight))
    observer.observe(current)
    return () => observer.disconnect()
  }, [isFolded, isWhole])

  if (isFolded)
    return (
      <div>
        <p>Babala: {warning}</p>
        <button type="button" className={styles.more} onClick={() => setFolded(false)}>
          Ipakita
        </button>
      </div>
    )
  return (
    <div>
      <p ref={text} dir="auto" className={classes(styles.words, !isWhole && styles.short)}>
        {content.trim().replace(/\s*\n\s*\n\s*/g, '\n\n')}
      </p>
      {isLong && (
        <button
          type="button"
          className={styles.more}
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Paikliin' : 'Basahin lahat'}
        </button>
      )}
    </div>
  )
}

async function fetchShared(id: string): Promise<Shared | null> {
  const { db } = await connect()
  const { data } = await db
    .from('public_posts')
    .select('content, codename, mood, content_warning')
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
  return data
}
