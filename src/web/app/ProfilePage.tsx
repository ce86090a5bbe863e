import { Profile } from '../features/profile/Profile.tsx'
import { Care } from '../features/safety/Care.tsx'
import { NoticeDrawer } from './NoticeDrawer.tsx'

/** The profile, with the settings of other features below it. */
export function ProfilePage() {
  return (
    <Profile>
      <Care />
      <NoticeDrawer />
    </Profile>
  )
}
