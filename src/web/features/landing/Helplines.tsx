import styles from './Helplines.module.css'

/** NCMH (Department of Health), day and night, mobile numbers first; Makabata (Council for the Welfare of Children). Checked November 2026. */
const crisis = ['0919-057-1553', '0917-899-8727', '1553']
const children = '1383'

/** People who answer, one press away. */
export function Helplines() {
  return (
    <ul className={`bare-list ${styles.lines}`}>
      <li>
        <span>
          <span lang="en">NCMH Crisis Hotline</span>, 24 oras
        </span>
        {crisis.map(call)}
      </li>
      <li>
        <span>
          <span lang="en">Makabata Helpline</span>, para sa mga bata
        </span>
        {call(children)}
      </li>
    </ul>
  )
}

function call(line: string) {
  return (
    <a key={line} href={`tel:${line.replaceAll('-', '')}`}>
      {line}
    </a>
  )
}
