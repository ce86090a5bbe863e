import { Drawer } from '../../ui/Drawer.tsx'
import { Paper } from '../../ui/Paper.tsx'
import { Blocked } from './Blocked.tsx'
import styles from './Care.module.css'
import { MayWrite } from './MayWrite.tsx'
import { MyReports } from './MyReports.tsx'
import { SaluhanSwitch } from './SaluhanSwitch.tsx'
import { SharedPhone } from './SharedPhone.tsx'
import { WordFilters } from './WordFilters.tsx'

/** The safety settings of the profile. */
export function Care() {
  return (
    <Paper as="section" aria-labelledby="care">
      <h2 id="care" className={styles.title}>
        Pag-iingat
      </h2>
      <SaluhanSwitch />
      <Drawer title="Sino ang puwedeng sumulat sa ’yo">
        <MayWrite />
      </Drawer>
      <Drawer title="Mga salitang iniiwasan ko">
        <WordFilters />
      </Drawer>
      <Drawer title="Naka-block at naka-mute">
        <Blocked />
      </Drawer>
      <Drawer title="Phone na ginagamit din ng iba">
        <SharedPhone />
      </Drawer>
      <Drawer title="Mga ulat ko">
        <MyReports />
      </Drawer>
    </Paper>
  )
}
