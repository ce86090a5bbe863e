import type { User } from '@supabase/auth-js'
import { changeProfile } from '../../domain/person/profile.ts'
import { auth } from '../../lib/supabase.ts'

/** Returns to the codename's emoji. The database releases the file. Throws the data layer's error. */
export const removeAvatar = (user: User): Promise<void> => putAvatar(user, null)

/** Throws the data layer's error. */
export async function putAvatar(user: User, avatar_url: string | null): Promise<void> {
  await changeProfile(user, { avatar_url })
  // Copies the address into the account's metadata. A failure is ignored: the profile counts, and the client returns the error without
  // throwing.
  await auth().updateUser({ data: { avatar_url } })
}
