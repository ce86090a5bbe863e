import { useId } from 'react'
import { useProfileSwitch } from '../../domain/person/profile-switch.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Switch } from '../../ui/Switch.tsx'
import styles from './SaluhanSwitch.module.css'

/** Whether the person wants to see, now and then, a post without an answer. */
export function SaluhanSwitch() {
  const about = useId()
  const { failure, ...lever } = useProfileSwitch('saluhan')
  return (
    <div className={styles.choice}>
      <Switch {...lever} about={about}>
        Saluhan: ipakita ang mga post na wala pang sumasagot
      </Switch>
      <p id={about} className={styles.note}>
        Isa lang, sa itaas ng pader, pag may ilang oras nang naghihintay. Sagutin kung kaya mo; puwede ring
        hindi.
      </p>
      {failure && <Banner kind="error">{failure}</Banner>}
    </div>
  )
}
