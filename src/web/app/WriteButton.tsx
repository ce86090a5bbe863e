import { useEffect, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/Icon.tsx'
import styles from './WriteButton.module.css'

/** Scrolled this far, px, the button shrinks to its icon. */
const shrinksAt = 24

/** The way to /write: a floating button on a phone, the foot of the rail on a desk. Its word covers text except over the pictures of a wall. */
export function WriteButton() {
  const [pathname] = useLocation()
  const isHere = pathname === '/write'
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
      data-small={isSmall || !pathname.startsWith('/wall') || undefined}
      aria-current={isHere ? 'page' : undefined}
    >
      <span className={styles.label}>Magsulat</span>
      <Icon name="pen" />
    </Link>
  )
}
