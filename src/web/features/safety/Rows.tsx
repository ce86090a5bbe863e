import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { wordsFor } from '../../lib/failure.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './Rows.module.css'

type RowsProps<Row extends { id: string }> = {
  list: UseInfiniteQueryResult<InfiniteData<Row[]>>
  /** The words for an empty list. */
  empty: string
  children: (row: Row) => ReactNode
}

/** A list in pages, in each of its states. */
export function Rows<Row extends { id: string }>({ list, empty, children }: RowsProps<Row>) {
  const rows = list.data?.pages.flat() ?? []
  return (
    <>
      {list.isPending && !list.isPaused && (
        <>
          <output className="visually-hidden">Sandali lang…</output>
          <Skeleton className={styles.coming} />
        </>
      )}
      {list.isPaused && <Banner kind="note">Lalabas ito pag may signal na.</Banner>}
      {list.isSuccess && rows.length === 0 && <p className={styles.empty}>{empty}</p>}
      {rows.length > 0 && (
        <ul className={styles.rows}>
          {rows.map((row) => (
            <li key={row.id} className={styles.row}>
              {children(row)}
            </li>
          ))}
        </ul>
      )}
      {list.isError && (
        <Banner kind="error">
          <p>{wordsFor(list.error)}</p>
          <Button kind="plain" size="small" onClick={() => void again(list)}>
            Subukan ulit
          </Button>
        </Banner>
      )}
      {list.hasNextPage && !list.isError && (
        <Button
          kind="quiet"
          size="small"
          busy={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Ipakita pa
        </Button>
      )}
    </>
  )
}

const again = <Row,>(list: UseInfiniteQueryResult<InfiniteData<Row[]>>) =>
  list.isFetchNextPageError ? list.fetchNextPage() : list.refetch()
