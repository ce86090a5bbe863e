import type { ReactNode } from 'react'
import { Invisible } from '../features/profile/Invisible.tsx'
import { SaluhanSwitch } from '../features/safety/SaluhanSwitch.tsx'
import { quietChunk } from '../lib/chunks.ts'
import { publicConfig } from '../lib/config.ts'
import { Paper } from '../ui/Paper.tsx'
import { LateDrawer } from './LateDrawer.tsx'
import styles from './Settings.module.css'

const mayWrite = quietChunk(() => import('../features/safety/MayWrite.tsx').then((m) => m.MayWrite))
const blocked = quietChunk(() => import('../features/safety/Blocked.tsx').then((m) => m.Blocked))
const filters = quietChunk(() => import('../features/safety/WordFilters.tsx').then((m) => m.WordFilters))
const reports = quietChunk(() => import('../features/safety/MyReports.tsx').then((m) => m.MyReports))
const notices = quietChunk(() =>
  import('../features/notifications/NoticeSettings.tsx').then((m) => m.NoticeSettings),
)
const devices = quietChunk(() => import('../features/profile/Devices.tsx').then((m) => m.Devices))
const passkeys = quietChunk(() => import('../features/profile/Passkeys.tsx').then((m) => m.Passkeys))
const twoSteps = quietChunk(() => import('../features/profile/TwoSteps.tsx').then((m) => m.TwoSteps))
const sharedPhone = quietChunk(() => import('../features/safety/SharedPhone.tsx').then((m) => m.SharedPhone))

/** Every setting of the person in one place, grouped by the questions that people ask. Only this page knows the features that draw them. */
export function Settings() {
  return (
    <Paper as="section" aria-labelledby="settings">
      <h2 id="settings">Mga setting</h2>
      <Group title="Sino ang nakakaabot sa ’kin?">
        <Invisible />
        <LateDrawer title="Sino ang puwedeng sumulat sa ’yo" code={mayWrite} />
        <LateDrawer title="Naka-block at naka-mute" code={blocked} />
      </Group>
      <Group title="Ano ang nakikita ko?">
        <SaluhanSwitch />
        <LateDrawer title="Mga salitang iniiwasan ko" code={filters} />
        <LateDrawer title="Mga ulat ko" code={reports} />
      </Group>
      <Group title="Kailan ako sasabihan?" id="notifications">
        <LateDrawer title="Mga notification" code={notices} startsOpen={location.hash === '#notifications'} />
      </Group>
      <Group title="Saan ako naka-log in?">
        <LateDrawer title="Mga device na naka-log in" code={devices} />
        {publicConfig().features.auth?.passkeys && (
          <LateDrawer title="Log in nang walang password" code={passkeys} />
        )}
        <LateDrawer title="Pangalawang hakbang sa log in" code={twoSteps} />
        <LateDrawer title="Phone na ginagamit din ng iba" code={sharedPhone} />
      </Group>
    </Paper>
  )
}

type GroupProps = { title: string; id?: string; children: ReactNode }

const Group = ({ title, id, children }: GroupProps) => (
  <div id={id} className={styles.group}>
    <p className={styles.title}>{title}</p>
    {children}
  </div>
)
