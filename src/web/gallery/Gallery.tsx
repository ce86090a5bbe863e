import { Router } from 'wouter'
import { ToastRegion } from '../ui/Toast.tsx'
import { blocks } from './blocks.tsx'
import { fields } from './fields.tsx'
import styles from './Gallery.module.css'
import { overlays } from './overlays.tsx'
import { pictures } from './pictures.tsx'

const shelf = [...blocks, ...fields, ...overlays, ...pictures].toSorted((a, b) =>
  a.name.localeCompare(b.name),
)

/** Every component under its name, each state under the words for it. */
export function Gallery() {
  return (
    // A link of a component changes no address: the gallery stays where it is.
    <Router hook={() => ['/', () => {}]}>
      <nav className={styles.names} aria-label="Components">
        {shelf.map(({ name }) => (
          <a key={name} href={`#${name}`}>
            {name}
          </a>
        ))}
      </nav>
      {shelf.map(({ name, states }) => (
        <section key={name} id={name} className={styles.component}>
          <h2>{name}</h2>
          {Object.entries(states).map(([state, shown]) => (
            <figure key={state} className={styles.state}>
              <figcaption>{state}</figcaption>
              {shown}
            </figure>
          ))}
        </section>
      ))}
      <ToastRegion />
    </Router>
  )
}
