import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { moodOfValue } from '../../../../shared/moods.ts'
import { wordsFor } from '../../../lib/failure.ts'
import { useHidden } from '../../../domain/safety/sight.ts'
import { classes } from '../../../ui/classes.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { sizeOf } from '../../../ui/word-size.ts'
import { Byline } from './Byline.tsx'
import { LeftComment, useWholeComments } from '../comments/Comments.tsx'
import { Folded, OwnWarning, useFold } from './Folded.tsx'
import { isHidden, type WallPage } from '../../../domain/posts/feed.ts'
import { Picture, Words } from './Picture.tsx'
import { PostFoot } from './PostFoot.tsx'
import styles from './PostView.module.css'
import { useOwnWall, useView } from './view.ts'
import { useRow, type Post } from '../../../domain/posts/post-store.ts'
import { wallPost } from '../../../domain/posts/posts.api.ts'
import { excerptOf } from './words.ts'

/** The whole post that the address names (`?post=`). It has a history entry, so the back button closes it. */
export function PostView({ pages, isSettled }: { pages: readonly WallPage[]; isSettled: boolean }) {
  const { id, close } = useView()
  const hidden = useHidden()
  const row = useRow(id ?? '')
  const isOnWall = !row.gone && pages.some(({ items }) => items.some((item) => item.id === id))
  const asked = useQuery({ ...wallPost(id ?? ''), enabled: id !== null && !isOnWall && isSettled })
  const post = isOnWall || asked.data ? row.post : undefined
  const isOut = post && isHidden(post, hidden)
  const shown = isOut ? undefined : post
  const comments = useWholeComments(shown !== undefined)
  useOwnWall(post)

  return (
    <Dialog
      open={id !== null}
      onClose={close}
      title={shown ? `Post ni ${shown.codename}` : 'Post'}
      quietTitle
      className={classes(styles.dialog, shown && styles.tall)}
      footer={
        shown && <div className={styles.box}>{comments && <comments.Box key={shown.id} post={shown} />}</div>
      }
    >
      {shown && (
        <Whole key={shown.id} post={shown}>
          {comments ? (
            <comments.Panel post={shown} isWhole />
          ) : (
            <Skeleton lines={2} className={styles.coming} />
          )}
        </Whole>
      )}
      {isOut && <p className={styles.note}>Hindi mo na makikita ang post na ’to.</p>}
      {!post && (asked.isPending || asked.isFetching) && <Skeleton lines={5} className={styles.note} />}
      {!post && asked.isError && (
        <div className={styles.note}>
          <Banner kind="error">{wordsFor(asked.error)}</Banner>
        </div>
      )}
      {!isOnWall && asked.data === false && <Gone id={id ?? ''} />}
    </Dialog>
  )
}

/** Words that fit a card stay a picture. A longer text is on paper below its art. */
function Whole({ post, children }: { post: Post; children: ReactNode }) {
  const fold = useFold(post)
  const isLong = excerptOf(post.content).cut && !fold
  const words = (
    <>
      <OwnWarning post={post} />
      <Folded id={post.id} reason={fold}>
        <Words>{post.content.trim()}</Words>
      </Folded>
    </>
  )
  return (
    <div className={styles.whole} data-mood={moodOfValue(post.mood).slug} data-long={isLong || undefined}>
      {(!isLong || post.template_url) && (
        <Picture post={post} size={sizeOf(post.content)} className={styles.picture}>
          {!isLong && words}
        </Picture>
      )}
      {isLong && <div className={styles.text}>{words}</div>}
      <Byline post={post} />
      <PostFoot post={post} isWhole />
      {children}
    </div>
  )
}

/** The post is missing, or was removed while it was read: it took the focus, which moves here. */
function Gone({ id }: { id: string }) {
  const note = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (document.activeElement === document.body) note.current?.focus()
  }, [])
  return (
    <div ref={note} tabIndex={-1} className={styles.note}>
      <p>Wala na rito ang post na ’to. Baka binura na ng sumulat.</p>
      <LeftComment postId={id} />
    </div>
  )
}
