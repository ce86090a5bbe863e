import type { ElementType, ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './Paper.module.css'

/** A sheet pasted on the wall. `taped` adds a strip of tape at the top edge. */
export function Paper({
  as: Tag = 'div',
  taped,
  className,
  children,
  ...rest
}: {
  as?: ElementType
  taped?: boolean
  className?: string | undefined
  children: ReactNode
  [attribute: `data-${string}` | `aria-${string}`]: string | undefined
}) {
  return (
    <Tag {...rest} className={classes(styles.paper, taped && styles.taped, className)}>
      {children}
    </Tag>
  )
}
