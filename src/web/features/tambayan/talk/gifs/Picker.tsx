import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { giphyKey } from '../../../../domain/device/purge.ts'
import { publicConfig } from '../../../../lib/config.ts'
import { useUser } from '../../../../lib/session.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { SearchField } from '../../../../ui/SearchField.tsx'
import { Skeleton } from '../../../../ui/Skeleton.tsx'
import { type Gif, gifsQuery } from './gifs.api.ts'
import styles from './Picker.module.css'
import { Picture, secondsOf } from './Sticker.tsx'

/** How long somebody stops typing before a search begins, ms. */
const pause = 500
const longestSearch = 50

type PickerProps = { onPick: (address: string) => void; onClose: () => void }

/** Offers popular stickers, then the results of a search. A press sends. */
export function Picker({ onPick, onClose }: PickerProps) {
  const { id: userId } = useUser()
  const isGiphy = publicConfig().features.gifs === 'giphy'
  const [isAgreed, setAgreed] = useState(() => !isGiphy || hasAgreed(userId))
  const [words, setWords] = useState('')
  const q = useRested(words.trim())
  return (
    <Dialog open onClose={onClose} title={isGiphy ? 'Pumili ng GIF' : 'Pumili ng sticker'}>
      {isGiphy && (
        <p className={styles.notice}>
          Galing sa GIPHY ang mga larawang ito: malalaman nila ang hinanap mo at ang IP address mo, hindi ang
          codename mo.
        </p>
      )}
      {isAgreed ? (
        <>
          <SearchField
            label={isGiphy ? 'Maghanap ng GIF' : 'Maghanap ng sticker'}
            placeholder="yakap, kape, puyat…"
            value={words}
            maxLength={longestSearch}
            onChange={setWords}
            onClear={() => setWords('')}
          />
          <Results key={q} q={q} onPick={onPick} />
        </>
      ) : (
        <Button
          wide
          onClick={() => {
            rememberAgreed(userId)
            setAgreed(true)
          }}
        >
          Sige, ipakita
        </Button>
      )}
      {isGiphy && (
        <p className={styles.powered} lang="en">
          Powered by <strong>GIPHY</strong>
        </p>
      )}
    </Dialog>
  )
}

/** The words after half a second without typing, so that not every letter is a request. An empty field counts at once. */
function useRested(words: string): string {
  const [rested, setRested] = useState(words)
  useEffect(() => {
    const timer = setTimeout(() => setRested(words), words === '' ? 0 : pause)
    return () => clearTimeout(timer)
  }, [words])
  return rested
}

function Results({ q, onPick }: { q: string; onPick: (address: string) => void }) {
  const list = useInfiniteQuery(gifsQuery(q))
  const gifs = list.data?.pages.flatMap((page) => page.gifs) ?? []
  const grid = useRef<HTMLUListElement>(null)
  // The button disappears with the last page, so the focus moves to the first new sticker.
  const more = () =>
    void list.fetchNextPage().then(() => {
      const next = grid.current?.children[gifs.length]?.querySelector('button')
      next?.focus()
    })
  if (list.isPending) return <Bones />
  if (list.isError && gifs.length === 0)
    return (
      <State
        words="GIFs failed to load"
        action="Try Again"
        isBusy={list.isFetching}
        onAct={() => void list.refetch()}
      />
    )
  if (gifs.length === 0)
    return (
      <State
        words="No GIFs found"
        action="Refresh"
        isBusy={list.isFetching}
        onAct={() => void list.refetch()}
      />
    )
  return (
    <div className={styles.results}>
      <output className="visually-hidden">{gifs.length} ang puwedeng piliin</output>
      <ul ref={grid} className={styles.grid}>
        {gifs.map((gif) => (
          <Tile key={gif.id} gif={gif} onPick={onPick} />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button kind="plain" size="small" busy={list.isFetchingNextPage} onClick={more}>
          Iba pa
        </Button>
      )}
      {list.isFetchNextPageError && (
        <p role="alert" lang="en">
          GIFs failed to load
        </p>
      )}
    </div>
  )
}

function Tile({
  gif: { id, title, moving, still, address },
  onPick,
}: {
  gif: Gif
  onPick: (address: string) => void
}) {
  return (
    <li>
      <button type="button" className={styles.tile} title={title} onClick={() => onPick(address)}>
        <Picture className={styles.picture} {...{ moving, still, title }} seconds={secondsOf(id)} />
      </button>
    </li>
  )
}

type StateProps = { words: string; action: string; isBusy: boolean; onAct: () => void }

const State = ({ words, action, isBusy, onAct }: StateProps) => (
  <div className={styles.state} lang="en">
    <output>{words}</output>
    <Button kind="quiet" busy={isBusy} onClick={onAct}>
      {action}
    </Button>
  </div>
)

const Bones = () => (
  <div className={styles.results}>
    <output className="visually-hidden">Binubuksan ang mga sticker</output>
    <div className={styles.grid}>
      {Array.from({ length: 12 }, (_, at) => (
        <Skeleton key={at} className={styles.bone} />
      ))}
    </div>
  </div>
)

function hasAgreed(userId: string): boolean {
  try {
    return localStorage.getItem(giphyKey(userId)) !== null
  } catch {
    return false
  }
}

function rememberAgreed(userId: string): void {
  try {
    localStorage.setItem(giphyKey(userId), '1')
  } catch {
    // Storage is switched off: the next picker asks again.
  }
}
