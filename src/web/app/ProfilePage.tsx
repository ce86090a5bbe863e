import { Profile } from '../features/profile/Profile.tsx'
import { Care } from '../features/safety/Care.tsx'

/** Who you are here, and what keeps the place safe for you. */
export function ProfilePage() {
  return (
    <Profile>
      <Care />
    </Profile>
  )
}
