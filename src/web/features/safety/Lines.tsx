import { dialled } from '../../../shared/hotlines.ts'
import { useHotlines } from '../../lib/hotlines.ts'
import styles from './Lines.module.css'

/** People who answer, one press away; there offline too. */
export function Lines() {
  return (
    <ul className={styles.lines}>
      {useHotlines().map(({ id, name, note, numbers }) => (
        <li key={id}>
          <p>
            <span lang="en">{name}</span>, {note}
          </p>
          {numbers.map((number) => (
            <a key={number} href={dialled(number)}>
              {number}
            </a>
          ))}
        </li>
      ))}
    </ul>
  )
}
