import { useId, useState, type ReactNode } from 'react'
import { Button } from '../../../ui/Button.tsx'
import styles from './Figure.module.css'

/** For the svg of the picture: what it is, its name and what describes it. */
export type Described = { role: 'img'; 'aria-labelledby': string; 'aria-describedby': string }

type FigureProps = {
  title: string
  /** What is to be seen, in a sentence; it describes the picture too. */
  about: ReactNode
  /** What chooses the part that is shown. */
  choice?: ReactNode
  renderPicture: (described: Described) => ReactNode
  /** The same in words; `isShown` when it stands in place of the picture. */
  renderTable: (isShown: boolean) => ReactNode
  /** Nothing is to be seen. */
  isEmpty: boolean
  children?: ReactNode
}

/** A picture with the table behind it: heard by a screen reader always, seen by whoever prefers it. */
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
