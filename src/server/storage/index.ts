import type { Claims, Db } from '../db/door.ts'
import type { Keys } from '../http/keys.ts'
import type { Files } from '../providers/files/index.ts'
import { notBuilt, toResponse } from './errors.ts'
import type { Images } from './images.ts'

export type StorageDeps = {
  db: Db
  keys: Keys
  files: Files
  images: Images
  log: (line: string) => void
  clock?: () => number
  /** `relaxed` is for tests and load generators, where everybody is one person. */
  limits?: 'strict' | 'relaxed'
}

export function storageGateway(
  _deps: StorageDeps,
): (request: Request, claims: Claims, from: string) => Promise<Response> {
  return async (request) => toResponse(notBuilt('This address'), request)
}
