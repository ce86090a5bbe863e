import { useState } from 'react'
import { exactDay } from '../../../../shared/relative-time.ts'
import { PrintedSheet } from '../../../ui/PrintedSheet.tsx'
import styles from './PrintedKey.module.css'

/** The printed sheet. It does not name the diary's owner. */
export function PrintedKey({ groups }: { groups: string[] }) {
  const [today] = useState(() => exactDay(new Date()))
  return (
    <PrintedSheet className={styles.printed}>
      <h1>Recovery key ng diary</h1>
      <p>Emote · {today}</p>
      <ol className={styles.groups}>
        {groups.map((group, place) => (
          <li key={`${place}${group}`}>
            <span>{place + 1}</span> <code>{group}</code>
          </li>
        ))}
      </ol>
      <ul>
        <li>
          Pag nakalimutan mo ang passphrase: buksan ang diary, pindutin ang “Nakalimutan?”, at i-type ito.
        </li>
        <li>Pag nawala ito at ang passphrase, wala nang makakabukas ng diary mo. Kahit kami.</li>
        <li>Sinumang may hawak nito at ng account mo, mababasa ang diary mo. Itago nang mabuti.</li>
        <li>Pag gumawa ka ng bagong recovery key, itapon na ang papel na ito.</li>
      </ul>
    </PrintedSheet>
  )
}
