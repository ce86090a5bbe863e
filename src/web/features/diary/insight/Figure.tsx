import { useId, useState, type ReactNode } from 'react'
import { Button } from '../../../ui/Button.tsx'
import styles from './Figure.module.css'

/** Accessibility props of the svg. */
export type Described = { role: 'img'; 'aria-labelledby': string; 'aria-describedby': string }

type FigureProps = {
  title: string
  /** A sentence that describes the picture. */
  about: ReactNode
  /** The controls that choose the part shown. */
  choice?: ReactNode
  renderPicture: (described: Described) => ReactNode
  /** The data as a table. `isShown`: it replaces the picture. */
  renderTable: (isShown: boolean) => ReactNode
  /** The picture is empty. */
  isEmpty: boolean
  children?: ReactNode
}

/** A picture with its table: always there for a screen reader, visible on request. */
export function Figure({ title, about, choice, renderPicture, renderTable, isEmpty, children }: FigureProps) {
  const [asTable, setAsTable] = useState(false)
  const id = useId()
  const [titleId, aboutId] = [`${id}-title`, `${id}-about`]
  const described = { role: 'img', 'aria-labelledby': titleId, 'aria-describedby': aboutId } as const
  return (
    <section className={styles.figure} aria-labelledby={titleId}>
      <header className={styles.head}>
        <h3 id={titleId}>{title}</h3>
        {choice}
      </header>
      <p id={aboutId} className={styles.about}>
        {about}
      </p>
      {!isEmpty && (
        <>
          {!asTable && <div className={styles.picture}>{renderPicture(described)}</div>}
          <div className={asTable ? undefined : 'visually-hidden'}>{renderTable(asTable)}</div>
          <Button kind="quiet" size="small" className={styles.toggle} onClick={() => setAsTable(!asTable)}>
            {asTable ? 'Ipakita bilang larawan' : 'Ipakita bilang table'}
          </Button>
        </>
      )}
      {children}
    </section>
  )
}
