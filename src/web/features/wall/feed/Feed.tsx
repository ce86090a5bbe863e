import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useLayoutEffect, useRef, type RefObject } from 'react'
import type { Mood } from '../../../../shared/moods.ts'
import { useHidden } from '../../../domain/safety/sight.ts'
import { EndOfWall, EmptyWall, FailedWall, LoadingWall, NoneFound } from './FeedStates.tsx'
import styles from './Feed.module.css'
import { FeedPage } from './FeedPage.tsx'
import { More } from './More.tsx'
import { isHidden, type FeedItem } from '../../../domain/posts/feed.ts'
import { NewPosts } from './NewPosts.tsx'
import { OwnPostDialogs } from '../own-post/OwnPost.tsx'
import { usePlace } from './place.ts'
import { Placed } from './Placed.tsx'
import { PostView } from '../post/PostView.tsx'
import { Saluhan, useSaluhan } from './Saluhan.tsx'
import { posts } from '../../../domain/posts/post-store.ts'
import { wallFeed } from '../../../domain/posts/posts.api.ts'

type FeedProps = {
  mood: Mood
  visit: string
  /** A filter by codename; '' for all. */
  q: string
}

/** Fetches the next page by button: the focus moves to its first post. */
function useShowMore(
  list: RefObject<HTMLElement | null>,
  feed: Pick<ReturnType<typeof useInfiniteQuery>, 'fetchNextPage'>,
  pages: number,
): () => Promise<void> {
  const movesOn = useRef(false)
  useLayoutEffect(() => {
    if (!movesOn.current) return
    movesOn.current = false
    list.current?.querySelector<HTMLElement>(`[data-page="${pages - 1}"] a`)?.focus()
  }, [list, pages])
  return async () => {
    movesOn.current = true
    const { isError } = await feed.fetchNextPage()
    if (isError) movesOn.current = false
  }
}

/** The posts of a wall, newest first. */
export function Feed({ mood, visit, q }: FeedProps) {
  // The old result stays until the new one has loaded.
  const feed = useInfiniteQuery({ ...wallFeed(mood.value, visit, q), placeholderData: keepPreviousData })
  const list = useRef<HTMLElement>(null)
  const saluhan = useSaluhan(mood, visit, !q)
  // Twenty new cards are a long task on a cheap phone, so they render deferred.
  const made = useDeferredValue(feed.data)
  const isComing = made !== undefined && made.pages.length < (feed.data?.pages.length ?? 0)
  const data = isComing ? made : feed.data
  const isReady = data !== undefined && !saluhan.isComing
  usePlace(isReady)
  const hidden = useHidden()
  const pages = isReady ? data.pages : []
  const hasMore = feed.hasNextPage || isComing
  const isShown = ({ id }: FeedItem) => {
    const { post } = posts.row(id)
    return hidden.has(id) || (post !== undefined && !isHidden(post, hidden))
  }
  const isEmpty = !hasMore && !pages.some(({ items }) => items.some(isShown))

  const showMore = useShowMore(list, feed, pages.length)

  return (
    <OwnPostDialogs>
      <section
        ref={list}
        className={styles.feed}
        aria-label={q ? 'Mga nahanap na post' : 'Mga post'}
        aria-busy={feed.isFetching || isComing}
        data-waiting={feed.isPlaceholderData || undefined}
      >
        {isReady && saluhan.post && (
          <Saluhan {...{ mood, visit }} post={saluhan.post} onAway={saluhan.sendAway} />
        )}
        {!isReady && !feed.isError && <LoadingWall isPaused={feed.isPaused} />}
        {feed.isLoadingError && <FailedWall error={feed.error} onRetry={() => void feed.refetch()} />}
        {isReady && !q && <NewPosts mood={mood} visit={visit} pages={pages} />}
        {/* Screen readers need the region before its words. */}
        {q && <output className={styles.found}>{foundWords(isReady && !isEmpty, q)}</output>}
        {isReady && isEmpty && (q ? <NoneFound q={q} /> : <EmptyWall mood={mood} />)}
        {pages.map((page, number) => (
          <FeedPage key={page.next ?? 'last'} number={number}>
            {page.items.map(({ id }) => (
              <Placed key={id} {...{ id, visit, q }} mood={mood.value} />
            ))}
          </FeedPage>
        ))}
        {isReady && hasMore && !feed.isPlaceholderData && (
          <More
            // A new key a page: the end is replaced, not moved.
            key={pages.length}
            state={isComing ? 'coming' : stateOf(feed)}
            error={feed.error}
            // A search may pass many posts without a hit. The words say how far it got.
            onReach={() => pages.at(-1)?.items.length !== 0 && void feed.fetchNextPage()}
            onPress={() => void showMore()}
          />
        )}
        {isReady && !hasMore && !isEmpty && !q && <EndOfWall />}
        <PostView pages={pages} isSettled={!feed.isPending} />
      </section>
    </OwnPostDialogs>
  )
}

const foundWords = (isFound: boolean, q: string) =>
  isFound && (
    <>
      Mga post na may “<bdi>{q}</bdi>” sa codename.
    </>
  )

type FeedState = Pick<
  ReturnType<typeof useInfiniteQuery>,
  'fetchStatus' | 'isFetchingNextPage' | 'isFetchNextPageError'
>

function stateOf({ fetchStatus, isFetchingNextPage, isFetchNextPageError }: FeedState) {
  if (isFetchingNextPage) return fetchStatus === 'paused' ? 'offline' : 'coming'
  return isFetchNextPageError ? 'failed' : 'idle'
}
