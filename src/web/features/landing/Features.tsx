import type { ReactNode } from 'react'
import { Avatar } from '../../ui/Avatar.tsx'
import { Icon } from '../../ui/Icon.tsx'
import styles from './Features.module.css'
import { Section } from './Section.tsx'

/** A month of moods as the diary shows it. A dot is a day without an entry. */
const month = 'k.mmk.g.skk.mm.yym.kkms.yykkk.y'
const slugs: Record<string, string> = { g: 'galit', m: 'malungkot', s: 'sisi', y: 'masaya', k: 'kalma' }

export function Features() {
  return (
    <Section id="features" title="Walang followers. Walang score. Ikaw lang at ang pader.">
      <ul className={`bare-list ${styles.notices}`}>
        <Notice kind="release" title="Puwedeng bitawan na lang">
          <p>
            Isulat mo, pindutin ang “Bitawan mo na”, tapos wala na. Walang naka-save. Walang naipadala kahit
            kanino.
          </p>
          <div className={styles.wind} aria-hidden="true">
            {'ang bigat bigat na'.split(' ').map((word, place) => (
              <i key={place} data-word={word} />
            ))}
          </div>
        </Notice>
        <Notice kind="name" title="Codename mo, hindi pangalan mo">
          <p>Email lang ang hinihingi, at walang ibang makakakita no’n. Ito ang kilala ng lahat:</p>
          <div className={styles.tags} aria-hidden="true">
            {['Tahimik Bituin', 'Hugot Barako', 'Kalma Tita'].map((codename) => (
              <span key={codename}>
                <Avatar codename={codename} size="small" /> {codename}
              </span>
            ))}
          </div>
        </Notice>
        <Notice kind="diary" title="Diary na para sa ’yo lang">
          <p>
            <Icon name="lock" size={18} /> Hindi lumalabas sa pader, hindi nababasa ng ibang user. Puwede mo
            pang i-lock.
          </p>
          <div className={styles.month} aria-hidden="true">
            {Array.from(month, (letter, day) => (
              <i key={day} data-mood={slugs[letter]} />
            ))}
          </div>
        </Notice>
        <Notice kind="light" title="Kasya sa tingi-tinging load">
          <p>
            Mas magaan ang buong page na ’to kaysa isang selfie. Ginawa para sa mahinang signal at murang
            phone.
          </p>
          <div className={styles.scale} aria-hidden="true">
            <span>Itong page</span>
            <i />
            <span>Isang selfie</span>
            <i />
          </div>
        </Notice>
      </ul>
    </Section>
  )
}

function Notice({ kind, title, children }: { kind: string; title: string; children: ReactNode }) {
  return (
    <li className={styles.notice} data-kind={kind}>
      <h3>{title}</h3>
      {children}
    </li>
  )
}
