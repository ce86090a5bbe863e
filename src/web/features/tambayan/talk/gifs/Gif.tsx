import { useState } from 'react'
import { publicConfig } from '../../../../lib/config.ts'
import { Icon } from '../../../../ui/Icon.tsx'
import styles from './Sticker.module.css'
import { GiphyPicture } from './Sticker.tsx'

/**
 * A GIF from GIPHY. GIPHY learns the address of everybody who sees it, so another person's GIF is hidden until a press. Without GIPHY's key
 * it opens in a tab of its own.
 */
export function Gif({ url, codename, isMine }: { url: string; codename: string; isMine: boolean }) {
  const [isShown, setShown] = useState(isMine)
  if (publicConfig().features.gifs !== 'giphy')
    return (
      <a href={url} target="_blank" rel="noopener noreferrer nofollow" className={styles.curtain}>
        <Icon name="eye-off" size={26} />
        <strong>GIF sa GIPHY</strong>
        <span className={styles.detail}>Bubukas sa bagong tab.</span>
      </a>
    )
  if (isShown) return <GiphyPicture url={url} title={isMine ? 'GIF mo' : `GIF mula kay ${codename}`} />
  return (
    <button type="button" className={styles.curtain} onClick={() => setShown(true)}>
      <Icon name="eye-off" size={26} />
      <strong>Tingnan ang GIF</strong>
      <span className={styles.detail}>Malalaman ng GIPHY na may tumingin mula sa internet mo.</span>
    </button>
  )
}
