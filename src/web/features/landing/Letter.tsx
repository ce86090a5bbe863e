import type { ReactNode } from 'react'
import styles from './Letter.module.css'

export function Letter({ children }: { children: ReactNode }) {
  return <div className={styles.letter}>{children}</div>
}

/** One part of a long text. `english` is the name that people search for, `id` the anchor. */
export function Part({
  id,
  title,
  english,
  children,
}: {
  id: string
  title: string
  english?: string
  children: ReactNode
}) {
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        {english && <span lang="en">{english}</span>} {title}
      </h2>
      {children}
    </section>
  )
}

/** The text in a few lines, each with a picture and, if it has one, an English name. */
export function InShort({
  points,
}: {
  points: readonly (readonly [picture: string, words: string, english?: string])[]
}) {
  return (
    <ul className={styles.short}>
      {points.map(([picture, words, english]) => (
        <li key={words}>
          <span aria-hidden="true">{picture}</span>
          <div>
            {english && <b lang="en">{english} </b>}
            {words}
          </div>
        </li>
      ))}
    </ul>
  )
}

export function Updated({ on }: { on: string }) {
  return <p className={styles.date}>Huling binago: {on}</p>
}
