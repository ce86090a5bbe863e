import type { Claims, Db } from '../db/door.ts'
import type { Keys } from '../http/keys.ts'
import type { Limiter } from '../http/limiter.ts'
import type { Turns } from '../http/turns.ts'
import type { Files } from '../providers/files/index.ts'
import type { Cleaner } from '../cleaning/cleaner.ts'

export type Tools = {
  db: Db
  keys: Keys
  files: Files
  cleaner: Cleaner
  limiter: Limiter
  turns: Turns
  now: () => number
}

/** A parsed request: `bucket` and `key` have passed the grammar, or are empty where the operation has none. */
export type Call = {
  request: Request
  claims: Claims
  from: string
  bucket: string
  key: string
  query: ReadonlyMap<string, string>
}
