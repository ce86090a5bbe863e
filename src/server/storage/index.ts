/**
 * /storage/v1: Supabase Storage's protocol as `@supabase/storage-js` 2.119 speaks it, in the part that the product needs (docs/wire.md). A
 * file is a row of storage.objects, which PostgreSQL's policies guard, and bytes in a store under a name made of their hash.
 * Left out on purpose, and refused by name: transformations, versions, list-v2, resumable uploads, the S3 protocol, making buckets.
 */
import type { Claims, Db } from '../db/door.ts'
import { readOut } from '../http/body.ts'
import type { Keys } from '../http/keys.ts'
import { fairDb, turnKeyOf } from '../http/fair-db.ts'
import { createLimiter } from '../http/limiter.ts'
import { turnLimits, type LimitMode } from '../http/limits.ts'
import { createTurns } from '../http/turns.ts'
import { FilesUnavailable } from '../providers/files/errors.ts'
import type { Files } from '../providers/files/index.ts'
import type { Tools } from './call.ts'
import { slowDown, tooBusy, toResponse } from './errors.ts'
import type { Cleaner } from '../cleaning/cleaner.ts'
import { findRoute } from './routes.ts'

export type StorageDeps = {
  db: Db
  keys: Keys
  files: Files
  cleaner: Cleaner
  log: (line: string) => void
  clock?: () => number
  /** `relaxed` is for tests and load generators, which act as one person. */
  limits?: LimitMode
}

export function storageGateway({
  db,
  keys,
  files,
  cleaner,
  log,
  clock: now = Date.now,
  limits: mode = 'strict',
}: StorageDeps): (request: Request, claims: Claims, from: string) => Promise<Response> {
  const turns = createTurns({ ...turnLimits.uploads, refuse: () => slowDown(5) })
  return async (request, claims, from) => {
    try {
      const { answer, ...place } = findRoute(request)
      const ofCaller = fairDb(db, turnKeyOf(claims, from), tooBusy)
      const limiter = createLimiter({ db: ofCaller, secret: keys.secret, mode, refuse: slowDown })
      const tools: Tools = { db: ofCaller, keys, files, cleaner, limiter, turns, now }
      return await answer(tools, { request, claims, from, ...place })
    } catch (error) {
      // The client learns that it may retry, the operator learns why. The message holds no key and no address.
      if (error instanceof FilesUnavailable) log(`Files: ${error.message}`)
      const refusal = toResponse(error, request)
      await readOut(request)
      return refusal
    }
  }
}
