import type { User } from '@supabase/auth-js'
import { changeProfile } from '../../domain/person/profile.ts'
import { auth } from '../../lib/supabase.ts'
import { publicUrl, removeFiles, upload, type Upload } from '../../lib/upload.ts'

const bucket = 'avatars'
/** In seconds, a day: the wall shows a face again without fetching it, and a removed one is soon gone from every phone. */
const maxAge = 86_400

/** Uploads a picture and makes it the face; the database lets go of the file that it replaces. Throws as `upload` and `changeProfile` do. */
export async function changeAvatar(
  user: User,
  picture: Pick<Upload, 'path' | 'file' | 'onProgress' | 'signal'>,
): Promise<void> {
  await upload({ ...picture, bucket, maxAge })
  picture.signal.throwIfAborted()
  await putAvatar(user, publicUrl(bucket, picture.path))
}

/** Back to the emoji of the codename; the database lets go of the file. Throws the data error. */
export const removeAvatar = (user: User): Promise<void> => putAvatar(user, null)

/** Takes back what was uploaded and then not wanted. The next picture does it again when this fails. */
export async function forgetUpload(path: string): Promise<void> {
  await removeFiles(bucket, [path]).catch(() => undefined)
}

async function putAvatar(user: User, avatar_url: string | null): Promise<void> {
  await changeProfile(user, { avatar_url })
  // The profile is what everybody sees. This copy in the account follows; when it cannot, the change has still happened (the client
  // gives its error back rather than throwing it).
  await auth().updateUser({ data: { avatar_url } })
}
