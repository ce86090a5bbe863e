import { Profile } from '../features/profile/Profile.tsx'
import { Settings } from './Settings.tsx'

/** The profile, with the settings of all features. */
export function ProfilePage() {
  return (
    <Profile>
      <Settings />
    </Profile>
  )
}
