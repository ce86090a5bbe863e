import type { CSSProperties, ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'
import { findTemplate } from '../../../shared/templates.ts'
import type { Size } from '../../ui/word-size.ts'
import styles from './Leaf.module.css'

type LeafProps = {
  template: string | null
  /** How large the letters are. */
  size: Size
  children: ReactNode
  className?: string | undefined
  style?: CSSProperties | undefined
}

/** The sheet that is written on: a template, or bare paper in the colour of the mood. */
export function Leaf({ template, size, children, className, style }: LeafProps) {
  const art = findTemplate(template)
  return (
    <div className={classes(styles.leaf, className)} style={style} data-size={size} data-ink={art?.ink}>
      {art && (
        <div className={styles.art}>
          <img key={art.url} src={art.url} alt="" draggable={false} />
        </div>
      )}
      {children}
    </div>
  )
}
