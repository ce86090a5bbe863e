import type { User } from '@supabase/auth-js'
import { changeProfile } from '../../domain/person/profile.ts'
import { auth } from '../../lib/supabase.ts'
import { publicUrl, removeFiles, upload, type Upload } from '../../lib/upload.ts'

const bucket = 'avatars'
/** Cache time, a day in seconds: the wall needs no second fetch, and a removed picture disappears soon. */
const maxAge = 86_400

/** Uploads a picture and puts it into the profile. The database releases the old file. Throws as `upload` and `changeProfile` do. */
export async function changeAvatar(
  user: User,
  picture: Pick<Upload, 'path' | 'file' | 'onProgress' | 'signal'>,
): Promise<void> {
  await upload({ ...picture, bucket, maxAge })
  picture.signal.throwIfAborted()
  await putAvatar(user, publicUrl(bucket, picture.path))
}

/** Returns to the codename's emoji. The database releases the file. Throws the data layer's error. */
export const removeAvatar = (user: User): Promise<void> => putAvatar(user, null)

/** Deletes an unused upload. After a failure the next picture deletes it. */
export async function forgetUpload(path: string): Promise<void> {
  await removeFiles(bucket, [path]).catch(() => undefined)
}

async function putAvatar(user: User, avatar_url: string | null): Promise<void> {
  await changeProfile(user, { avatar_url })
  // Copies the address into the account's metadata. A failure is ignored: the profile counts, and the client returns the error without
  // throwing.
  await auth().updateUser({ data: { avatar_url } })
}
