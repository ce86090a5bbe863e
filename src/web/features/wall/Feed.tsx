import { useInfiniteQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import type { Mood } from '../../../shared/moods.ts'
import { EndOfWall, EmptyWall, FailedWall, LoadingWall, OfflineWall } from './FeedStates.tsx'
import styles from './Feed.module.css'
import { More } from './More.tsx'
import { NewPosts } from './NewPosts.tsx'
import { usePlace } from './place.ts'
import { PostCard } from './PostCard.tsx'
import { PostView } from './PostView.tsx'
import { wallFeed } from './wall.api.ts'

/** The posts of a wall, newest first, as far as the reader has come. */
export function Feed({ mood, visit }: { mood: Mood; visit: string }) {
  const feed = useInfiniteQuery(wallFeed(mood.value, visit))
  const list = useRef<HTMLElement>(null)
  usePlace(feed.isSuccess)
  const pages = feed.data?.pages ?? []

  // By hand, the focus moves on to the first of the posts that came.
  const movesOn = useRef(false)
  useLayoutEffect(() => {
    if (!movesOn.current) return
    movesOn.current = false
    list.current?.querySelector<HTMLElement>(`[data-page="${pages.length - 1}"] a`)?.focus()
  }, [pages.length])
  async function showMore() {
    movesOn.current = true
    const { isError } = await feed.fetchNextPage()
    if (isError) movesOn.current = false
  }

  return (
    <section ref={list} className={styles.feed} aria-label="Mga post" aria-busy={feed.isFetching}>
      {feed.isPending && (feed.fetchStatus === 'paused' ? <OfflineWall /> : <LoadingWall />)}
      {feed.isLoadingError && <FailedWall error={feed.error} onRetry={() => void feed.refetch()} />}
      {feed.isSuccess && <NewPosts mood={mood} visit={visit} pages={pages} />}
      {feed.isSuccess && pages[0]?.posts.length === 0 && <EmptyWall mood={mood} />}
      {pages.map((page, number) => (
        <div key={page.posts[0]?.id ?? 'last'} className={styles.page} data-page={number}>
          {page.posts.map((post) => (
            <PostCard key={post.id} post={post} visit={visit} />
          ))}
        </div>
      ))}
      {feed.hasNextPage && (
        <More
          // Another one a page: what stands at the end never moves, it is replaced.
          key={pages.length}
          state={
            feed.isFetchingNextPage
              ? feed.fetchStatus === 'paused'
                ? 'offline'
                : 'coming'
              : feed.isFetchNextPageError
                ? 'failed'
                : 'idle'
          }
          error={feed.error}
          onReach={() => void feed.fetchNextPage()}
          onPress={() => void showMore()}
        />
      )}
      {feed.isSuccess && !feed.hasNextPage && pages[0]?.posts.length !== 0 && <EndOfWall />}
      <PostView mood={mood} pages={pages} isSettled={!feed.isPending} />
    </section>
  )
}
