import type { ReactNode } from 'react'
import { findTemplate } from '../../../../shared/templates.ts'
import { classes } from '../../../ui/classes.ts'
import type { Size } from '../../../ui/word-size.ts'
import styles from './Picture.module.css'
import type { Post } from '../../../domain/posts/post-store.ts'
import { coatOf } from './words.ts'

type PictureProps = {
  post: Post
  size: Size
  /** Only decoration, in a feed. */ quiet?: boolean
  className?: string | undefined
  children?: ReactNode
}

/** A post's picture: its chosen art, or the mood's paint on concrete. */
export function Picture({ post, size, quiet, className, children }: PictureProps) {
  const art = findTemplate(post.template_url)
  return (
    <div
      className={classes(styles.picture, className)}
      data-size={size}
      data-ink={art?.ink}
      data-coat={art ? undefined : coatOf(post.id)}
    >
      {art && (
        <img
          className={styles.art}
          src={art.url}
          alt={quiet ? '' : art.alt}
          loading="lazy"
          decoding="async"
        />
      )}
      {children}
    </div>
  )
}

/** Words as they were written, in their own direction. */
export function Words({ children }: { children: string }) {
  return (
    <p className={styles.words} dir="auto">
      {children}
    </p>
  )
}
