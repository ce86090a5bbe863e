import { Profile } from '../features/profile/Profile.tsx'
import { Care } from '../features/safety/Care.tsx'

/** The profile, with the safety settings below it. */
export function ProfilePage() {
  return (
    <Profile>
      <Care />
    </Profile>
  )
}
