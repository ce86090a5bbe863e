import type { Db } from '../db/door.ts'
import type { Files } from '../providers/files/index.ts'

/** Puts the pictures of `folder` into the bucket card-templates when they are missing or have changed; resolves to how many it put. */
export async function putTemplates(deps: { db: Db; files: Files; folder: string }): Promise<number> {
  throw new Error(`Being built: ${deps.folder}`)
}
