import { useId } from 'react'
import { useProfileSwitch } from '../../domain/person/profile-switch.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Switch } from '../../ui/Switch.tsx'
import styles from './Invisible.module.css'

/** Whether the person stays out of the lists of people who are online. */
export function Invisible() {
  const about = useId()
  const { failure, ...lever } = useProfileSwitch('invisible')
  return (
    <div className={styles.choice}>
      <Switch {...lever} about={about}>
        Huwag ipakita na online ako
      </Switch>
      <p id={about} className={styles.note}>
        Wala ka sa listahan ng mga online, saan ka man naka-log in. Nakikita mo pa rin ang iba.
      </p>
      {failure && <Banner kind="error">{failure}</Banner>}
    </div>
  )
}
