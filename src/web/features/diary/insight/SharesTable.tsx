import type { Share } from './chronicle.ts'
import { tellShares } from './names.ts'
import styles from './SharesTable.module.css'

type SharesRow = { key: number; name: string; shares: readonly Share[] }
type SharesTableProps = {
  caption: string
  /** The heading of the rows. */
  head: string
  rows: readonly SharesRow[]
  /** Makes each name a button. */
  onChoose?: ((key: number) => void) | undefined
}

export function SharesTable({ caption, head, rows, onChoose }: SharesTableProps) {
  return (
    <table className={styles.table}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          <th scope="col">Mood (ilang entry)</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, shares }) => (
          <tr key={key}>
            <th scope="row">
              {onChoose ? (
                <button type="button" onClick={() => onChoose(key)}>
                  {name}
                </button>
              ) : (
                name
              )}
            </th>
            <td>{tellShares(shares) || 'Wala'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
