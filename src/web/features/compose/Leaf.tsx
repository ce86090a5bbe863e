import type { CSSProperties, ReactNode } from 'react'
import { classes } from '../../ui/classes.ts'
import { findTemplate } from '../../../shared/templates.ts'
import type { Size } from '../../ui/word-size.ts'
import styles from './Leaf.module.css'

type LeafProps = {
  template: string | null
  size: Size
  children: ReactNode
  className?: string | undefined
  style?: CSSProperties | undefined
}

/** The sheet: a template's art, or bare paper in the mood's colour. */
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
