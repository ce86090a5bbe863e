import { Link } from 'wouter'
import { emi } from '../../../../shared/emi.ts'
import { useUser } from '../../../lib/session.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { PremiumBadge } from '../../../ui/PremiumBadge.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { BotTag } from '../emi/BotTag.tsx'
import type { SideWays } from '../direct/use-side.ts'
import type { Face } from '../talk/mentioning.ts'
import { useOnline } from './online.ts'
import styles from './People.module.css'

/** The people online, each with a button to write to them. */
export function People({ linkTo }: Pick<SideWays, 'linkTo'>) {
  const { state, people, count } = useOnline()
  const { id } = useUser()
  const unnamed = count - people.filter((face) => face.id !== emi.id).length
  return (
    <div className={styles.people}>
      {state === 'loading' && <Skeleton lines={4} className={styles.coming} />}
      {state === 'off' && <p className={styles.note}>Hindi makita ngayon kung sino ang nandito.</p>}
      {state === 'away' && <p className={styles.note}>Nawala ang signal. Ito ang huling nakita namin.</p>}
      <ul className={styles.list} aria-label="Mga online ngayon">
        {people.map((face) => (
          <Row key={face.id} face={face} isReader={face.id === id} linkTo={linkTo} />
        ))}
      </ul>
      {people.every((face) => face.id === id || face.id === emi.id) && state === 'here' && (
        <p className={styles.note}>Ikaw pa lang ang nandito. May darating din.</p>
      )}
      {people.length >= mostNamed && unnamed > 0 && <p className={styles.note}>at {unnamed} pa</p>}
    </div>
  )
}

/** Most people that a roster names, with Emi. */
const mostNamed = 200

type RowProps = { face: Face; isReader: boolean } & Pick<SideWays, 'linkTo'>

function Row({
  face: { id, codename, avatar_url: avatar, is_premium: isPremium },
  isReader,
  linkTo,
}: RowProps) {
  return (
    <li className={styles.row} data-person={id}>
      <span className={styles.face}>
        <Avatar codename={codename} picture={avatar} />
        <span className={styles.dot} />
      </span>
      <span className={styles.who}>
        <span className={styles.name} dir="auto">
          {codename}
        </span>
        <BotTag of={id} />
        {isPremium && <PremiumBadge />}
        {isReader && <span className={styles.mine}>ikaw 'to</span>}
        {id === emi.id && <span className={styles.awake}>Laging gising, kahit alas-dos.</span>}
      </span>
      {!isReader && (
        <Link
          {...linkTo({ kind: 'talk', userId: id, codename, avatar })}
          className={styles.write}
          aria-label={`Send Message kay ${codename}`}
          title="Send Message"
        >
          <Icon name="comment" size={22} />
          <span className={styles.words}>Send Message</span>
        </Link>
      )}
    </li>
  )
}
