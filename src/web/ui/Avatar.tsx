import { useEffect, useState } from 'react'
import { avatarOf } from '../../shared/codenames.ts'
import { onSignal } from '../lib/signal.ts'
import { classes } from './classes.ts'
import styles from './Avatar.module.css'

/** A codename's emoji on a painted tile, or the person's picture. Decoration: the name stands beside it. */
export function Avatar({
  codename,
  picture,
  size = 'normal',
}: {
  codename: string
  picture?: string | null
  size?: 'small' | 'normal' | 'large' | 'huge'
}) {
  // The picture is gone or the person is offline: the emoji takes its place until the signal is back.
  const [missing, setMissing] = useState<string>()
  useEffect(() => (missing ? onSignal(() => setMissing(undefined)) : undefined), [missing])
  return (
    <span className={classes(styles.tile, styles[size])} data-coat={coatOf(codename)} aria-hidden="true">
      {picture && picture !== missing ? (
        <img
          className={styles.picture}
          src={picture}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setMissing(picture)}
        />
      ) : (
        avatarOf(codename)
      )}
    </span>
  )
}

/** One of five coats of paint, by the letters of the name. */
function coatOf(codename: string): number {
  let sum = 0
  for (let i = 0; i < codename.length; i++) sum += codename.charCodeAt(i)
  return sum % 5
}
