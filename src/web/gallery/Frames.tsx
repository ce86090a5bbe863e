import { useState } from 'react'
import styles from './Gallery.module.css'

const themes = ['light', 'dark'] as const
const widths = { phone: 360, desk: 1280 } as const

/** The same gallery four times: a frame has a theme and a width of its own, which media queries see. */
export function Frames() {
  const [width, setWidth] = useState<keyof typeof widths>('phone')
  return (
    <main className={styles.frames}>
      <header className={styles.bar}>
        <h1>Gallery</h1>
        <label>
          Width{' '}
          <select
            value={width}
            onChange={({ target }) => setWidth(target.value === 'desk' ? 'desk' : 'phone')}
          >
            <option value="phone">phone, 360 px</option>
            <option value="desk">desk, 1280 px</option>
          </select>
        </label>
      </header>
      <div className={styles.row} data-width={width}>
        {themes.map((theme) => (
          // oxlint-disable-next-line react/iframe-missing-sandbox -- the frame holds this very page
          <iframe
            key={theme}
            title={`${theme}, ${width}`}
            src={`?theme=${theme}`}
            className={styles.frame}
            data-width={width}
          />
        ))}
      </div>
    </main>
  )
}
