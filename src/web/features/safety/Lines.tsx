import { dialled } from '../../../shared/hotlines.ts'
import { useHotlines } from '../../domain/safety/hotlines.ts'
import { Icon } from '../../ui/Icon.tsx'
import styles from './Lines.module.css'

/** The helplines; they show offline too. */
export function Lines() {
  return (
    <ul className={styles.lines}>
      {useHotlines().map(({ id, name, note, numbers }) => (
        <li key={id}>
          <p className={styles.name}>
            <span lang="en">{name}</span> <span className={styles.note}>{note}</span>
          </p>
          <div className={styles.numbers}>
            {numbers.map((number) => (
              <a
                key={number}
                className={styles.number}
                href={dialled(number)}
                aria-label={`Tawagan ang ${number}`}
              >
                <Icon name="phone" size={18} /> {number}
              </a>
            ))}
          </div>
        </li>
      ))}
    </ul>
  )
}
