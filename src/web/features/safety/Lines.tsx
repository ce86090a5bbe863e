import { dialled } from '../../../shared/hotlines.ts'
import { useHotlines } from '../../domain/safety/hotlines.ts'
import { Icon } from '../../ui/Icon.tsx'
import styles from './Lines.module.css'

const phone =
  'M7 4.2 9.8 5l.9 3.9-1.9 1.7c1 2 2.6 3.6 4.6 4.6l1.7-1.9 3.9.9.8 2.8c-.3 1.9-1.7 2.9-3.5 2.7-6-.7-10.8-5.5-11.5-11.5C4.6 6.2 5.4 4.7 7 4.2Z'

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
                <Icon name={phone} size={18} /> {number}
              </a>
            ))}
          </div>
        </li>
      ))}
    </ul>
  )
}
