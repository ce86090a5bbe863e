import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { classes } from './classes.ts'
import { Icon } from './Icon.tsx'
import styles from './Page.module.css'

type PageProps = {
  title: string
  children: ReactNode
  /** The address and the words of the back link. */
  back?: { href: string; label: string }
  /** One line under the title. */
  lead?: ReactNode
  /** Beside the title: a button or two. */
  actions?: ReactNode
  /** `text` for reading and forms (38rem), `wide` for walls and lists. */
  width?: 'text' | 'wide'
  className?: string | undefined
}

/** The frame of a page: back link, heading (which takes the focus after a navigation), content. */
export function Page({ title, children, back, lead, actions, width = 'text', className }: PageProps) {
  return (
    <div className={classes(styles.page, styles[width], className)}>
      {back && (
        <Link href={back.href} className={styles.back}>
          <Icon name="back" size={20} /> {back.label}
        </Link>
      )}
      <header className={styles.head}>
        <div>
          <h1>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}
