import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useLocation } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'
import { useUser } from '../../lib/session.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Page } from '../../ui/Page.tsx'
import { diaryEntries, useDeleteEntry, type Entry } from './diary.api.ts'
import { EmptyDiary, FailedDiary, LoadingDiary, OfflineDiary } from './DiaryStates.tsx'
import styles from './Diary.module.css'
import { EntryDialog } from './EntryDialog.tsx'
import { EntryList } from './EntryList.tsx'
import { More } from './More.tsx'

/** What a person kept for themselves: a list of entries, one of them open. */
export function Diary() {
  const user = useUser()
  const [, navigate] = useLocation()
  const diary = useInfiniteQuery(diaryEntries(user.id))
  const remove = useDeleteEntry(user.id)
  const list = useRef<HTMLDivElement>(null)
  const entries = diary.data?.pages.flatMap((page) => page.entries) ?? []
  // In the history entry and not in the address: the back button closes it, and no address tells of a diary.
  const openId = entryIn(useHistoryState())
  const open = entries.find(({ id }) => id === openId)

  function deleteEntry(entry: Entry) {
    remove.mutate(entry)
    history.back()
    // What had the focus is gone with its entry.
    list.current?.focus({ preventScroll: true })
  }

  return (
    <Page
      title="Emote Diary"
      back={{ href: '/write', label: 'Magsulat' }}
      lead={
        <span className={styles.private}>
          <Icon name="lock" size={20} /> Ikaw lang ang nakakakita nito.
        </span>
      }
    >
      <div ref={list} className={styles.diary} tabIndex={-1} aria-busy={diary.isFetching}>
        {diary.isPending && (diary.fetchStatus === 'paused' ? <OfflineDiary /> : <LoadingDiary />)}
        {diary.isLoadingError && <FailedDiary error={diary.error} onRetry={() => void diary.refetch()} />}
        {diary.isSuccess && entries.length === 0 && !diary.hasNextPage && <EmptyDiary />}
        <EntryList entries={entries} onOpen={({ id }) => navigate('/diary', { state: { entry: id } })} />
        {diary.hasNextPage && (
          <More
            key={diary.data?.pages.length}
            isComing={diary.isFetchingNextPage}
            error={diary.isFetchNextPageError ? diary.error : undefined}
            onWanted={() => void diary.fetchNextPage()}
          />
        )}
      </div>
      {open && (
        <EntryDialog
          key={open.id}
          entry={open}
          onClose={() => history.back()}
          onDelete={() => deleteEntry(open)}
        />
      )}
    </Page>
  )
}

function entryIn(state: unknown): string | undefined {
  return typeof state === 'object' && state !== null && 'entry' in state && typeof state.entry === 'string'
    ? state.entry
    : undefined
}
