import type { User } from '@supabase/auth-js'
import { publicUrl, removeFiles, upload, type Upload } from '../../lib/upload.ts'
import { putAvatar } from './profile.api.ts'

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

/** Deletes an unused upload. After a failure the next picture deletes it. */
export async function forgetUpload(path: string): Promise<void> {
  await removeFiles(bucket, [path]).catch(() => undefined)
}
