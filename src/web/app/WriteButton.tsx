import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/Icon.tsx'
import styles from './WriteButton.module.css'

/** Scrolled this far, px, the button shrinks to its icon. */
const shrinksAt = 24

/** The way to /write: a floating button on a phone, the foot of the rail on a desk. */
export function WriteButton({ isHere }: { isHere: boolean }) {
  const [isSmall, setSmall] = useState(false)
  useEffect(() => {
    const look = () => setSmall(scrollY > shrinksAt)
    look()
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [])
  return (
    <Link
      href="/write"
      className={classes(styles.write, isHere && styles.here)}
      data-small={isSmall || undefined}
      aria-current={isHere ? 'page' : undefined}
    >
      <span className={styles.label}>Magsulat</span>
      <Icon name="pen" />
    </Link>
  )
}
