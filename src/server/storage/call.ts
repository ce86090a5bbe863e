import type { Claims, Db } from '../db/door.ts'
import type { Keys } from '../http/keys.ts'
import type { Limiter } from '../http/limiter.ts'
import type { Turns } from '../http/turns.ts'
import type { Files } from '../providers/files/index.ts'
import type { Images } from './images.ts'

/** What every operation works with. */
export type Tools = {
  db: Db
  keys: Keys
  files: Files
  images: Images
  limiter: Limiter
  turns: Turns
  /** Milliseconds. */
  now: () => number
}

/** A request whose address has been read: `bucket` and `key` are empty where the operation has none, else they passed the grammar. */
export type Call = {
  request: Request
  claims: Claims
  /** The coarse label of the caller's network. */
  from: string
  bucket: string
  key: string
  /** Only the parameters that the operation knows, each given once. */
  query: ReadonlyMap<string, string>
}
