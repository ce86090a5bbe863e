import type { MoodSlug } from '../../../shared/moods.ts'
import styles from './MoodGlyph.module.css'

/** A drawing for each mood, so that moods are told apart without colour. */
const lines: Readonly<Record<MoodSlug, string>> = {
  galit: 'M13.6 2.5 5.8 13.4h5.4l-1.7 8.1 8.7-11.6h-5.6z',
  malungkot:
    'M12 3.6c3.3 4 5.6 7 5.6 10.3a5.6 5.6 0 0 1-11.2 0C6.4 10.6 8.7 7.6 12 3.6zM9.4 14.2a2.7 2.7 0 0 0 2.6 2.600M3.6 4.5v4M20.4 4.5v4M3.6 18v2.500M20.4 18v2.5',
  sisi: 'm4.3 4.9 13.5-1.7 2.1 16.1-13.5 1.700zM7.2 7.200l8.5-1.1 1 7.9-8.5 1.100zM7.9 13.100l2.7-3 2.3 2.1 1.6-1.7 2 2.3',
  masaya:
    'm12 2.8 2 4.9 5.3.4-4 3.4 1.2 5.200L12 13.900l-4.5 2.8 1.2-5.2-4-3.400L10 7.700zM8.3 19.3 7.6 22M12 17.800V22M15.7 19.300l.7 2.7',
  kalma:
    'M6.7 11.300a5.3 5.3 0 0 1 10.6 0M12 2.500v1.300M3.9 5.900l1 .9M20.1 5.900l-1 .9M2.5 15c1.6-1.3 3.2-1.3 4.750 0s3.150 1.3 4.750 0 3.2-1.3 4.750 0 3.150 1.3 4.750 0M5.5 19.300c1.4-1.1 2.9-1.1 4.3 0s2.9 1.1 4.3 0 2.9-1.1 4.3 0',
}

export function MoodGlyph({ mood, size = 24 }: { mood: MoodSlug; size?: number }) {
  return (
    <svg
      className={styles.glyph}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path d={lines[mood]} />
    </svg>
  )
}
