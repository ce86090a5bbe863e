import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearch } from 'wouter'
import { moodOfValue, type Mood } from '../../../shared/moods.ts'
import { wordsFor } from '../../lib/failure.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Byline } from './Byline.tsx'
import { Picture, Words } from './Picture.tsx'
import { Reactions } from './Reactions.tsx'
import styles from './PostView.module.css'
import { wallPost, type Post, type PostPage } from './wall.api.ts'
import { excerptOf, sizeOf } from './words.ts'

/** The post that the address names (`?post=`), whole. It has a history entry of its own, so the back button closes it. */
export function PostView({
  mood,
  pages,
  isSettled,
}: {
  mood: Mood
  pages: readonly PostPage[]
  isSettled: boolean
}) {
  const [, navigate] = useLocation()
  const id = new URLSearchParams(useSearch()).get('post')
  const shown = pages.flatMap(({ posts }) => posts).find((post) => post.id === id)
  const asked = useQuery({ ...wallPost(id ?? ''), enabled: id !== null && !shown && isSettled })
  const post = shown ?? asked.data

  function close() {
    const state: unknown = history.state
    const isOurs = typeof state === 'object' && state !== null && 'opened' in state
    // An address that somebody sent has nothing of ours behind it.
    if (isOurs) history.back()
    else navigate(`/wall/${mood.slug}`, { replace: true, state })
  }

  return (
    <Dialog
      open={id !== null}
      onClose={close}
      title={post ? `Post ni ${post.codename}` : 'Post'}
      quietTitle
      className={styles['dialog'] ?? ''}
    >
      {post && <Whole post={post} />}
      {!post && (asked.isPending || asked.isFetching) && <Skeleton lines={5} className={styles.note} />}
      {!post && asked.isError && (
        <div className={styles.note}>
          <Banner kind="error">{wordsFor(asked.error)}</Banner>
        </div>
      )}
      {post === null && (
        <p className={styles.note}>Wala na rito ang post na ’to. Baka binura na ng sumulat.</p>
      )}
    </Dialog>
  )
}

/** Words that fill a card stay one picture; a longer text is read on paper, under its art. */
function Whole({ post }: { post: Post }) {
  const { cut } = excerptOf(post.content)
  const words = <Words>{post.content.trim()}</Words>
  return (
    <div className={styles.whole} data-mood={moodOfValue(post.mood).slug} data-long={cut || undefined}>
      {(!cut || post.template_url) && (
        <Picture post={post} size={sizeOf(post.content)} className={styles.picture}>
          {!cut && words}
        </Picture>
      )}
      {cut && <div className={styles.text}>{words}</div>}
      <Byline post={post} />
      <Reactions post={post} />
    </div>
  )
}
