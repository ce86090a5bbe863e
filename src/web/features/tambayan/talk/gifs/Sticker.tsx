import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { findSticker, stickerPath, stillPath } from '../../../../../shared/stickers.ts'
import styles from './Sticker.module.css'

/** A sticker of our own pack. An unknown id shows as a word. */
export function Sticker({ id }: { id: string }) {
  const sticker = findSticker(id)
  if (!sticker) return <p>Sticker</p>
  return (
    <Picture
      className={styles.sticker}
      moving={stickerPath(sticker.id)}
      still={stillPath(sticker.id)}
      title={`Sticker: ${sticker.title}`}
      seconds={secondsOf(sticker.id)}
    />
  )
}

/** A GIF from GIPHY, with the mark that its terms ask for. GIPHY has the still under a name of its own. */
export function GiphyPicture({ url, title = 'GIF' }: { url: string; title?: string }) {
  return (
    <span className={styles.giphy}>
      <Picture
        className={styles.gif}
        moving={url}
        still={url.replace(/(?<!_s)\.(gif|webp)$/i, '_s.gif')}
        title={title}
      />
      <span className={styles.mark} lang="en">
        GIPHY
      </span>
    </span>
  )
}

/** People breathe along with one sticker for three breaths. All others move for five seconds. */
export const secondsOf = (id: string): number => (id === 'hinga-tayo' ? 24 : 5)

type PictureProps = {
  moving: string
  still: string
  title: string
  className: string | undefined
  /** How long it moves each time it comes into view. Longer movement beside text needs a button that stops it. */
  seconds?: number
}

/** A picture that moves for some seconds whenever it comes into view. It never moves for people who prefer reduced motion or save data. */
export function Picture({ moving, still, title, className, seconds = 5 }: PictureProps) {
  const isCalm = useSyncExternalStore(watchCalm, wantsCalm, () => true)
  const picture = useRef<HTMLImageElement>(null)
  const [moves, setMoves] = useState(true)
  useEffect(() => {
    const { current: seen } = picture
    if (isCalm || !seen) return undefined
    let rest: ReturnType<typeof setTimeout> | undefined
    const observer = new IntersectionObserver(
      ([entry]) => {
        const isIn = entry?.isIntersecting === true
        clearTimeout(rest)
        setMoves(isIn)
        if (isIn) rest = setTimeout(() => setMoves(false), seconds * 1_000)
      },
      { threshold: 0.5 },
    )
    observer.observe(seen)
    return () => {
      clearTimeout(rest)
      observer.disconnect()
    }
  }, [isCalm, seconds])
  return (
    <img
      ref={picture}
      className={className}
      src={moves && !isCalm ? moving : still}
      alt={title}
      loading="lazy"
      decoding="async"
      draggable={false}
    />
  )
}

type Connection = EventTarget & { readonly saveData?: boolean }

const connection = () => (navigator as Navigator & { readonly connection?: Connection }).connection
const calmMedia = () => matchMedia('(prefers-reduced-motion: reduce)')
const wantsCalm = () => calmMedia().matches || connection()?.saveData === true

function watchCalm(changed: () => void): () => void {
  const [media, link] = [calmMedia(), connection()]
  media.addEventListener('change', changed)
  link?.addEventListener('change', changed)
  return () => {
    media.removeEventListener('change', changed)
    link?.removeEventListener('change', changed)
  }
}
