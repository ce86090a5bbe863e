import type { PublicPost } from '../../shared/rows.ts'
import type { Db } from '../db/door.ts'
import { meaningOf } from '../http/sqlstate.ts'
import { fairDb, turnKeyOf } from '../http/fair-db.ts'
import { turnLimits } from '../http/limits.ts'
import { createTurns } from '../http/turns.ts'

export type SharedPost = Pick<PublicPost, 'mood' | 'content' | 'content_warning' | 'template_url'>

/** Finds a public post. Null: it does not exist. Undefined: the database is too slow or busy. `from` is the caller's network. */
export type LookUp = (id: string, from: string) => Promise<SharedPost | null | undefined>

/** Longest wait, ms. The page works without its preview. */
const patienceMs = 1_000

class Busy extends Error {}

export function createLookUp(db: Db): LookUp {
  const turns = createTurns({ ...turnLimits.previews, refuse: () => new Busy() })
  return async (id, from) => {
    const late = AbortSignal.timeout(patienceMs)
    try {
      // A slow look-up holds its place until it ends, even when its answer is too late.
      const ofVisitors = fairDb(db, turnKeyOf({ role: 'anon' }, from), () => new Busy())
      return await Promise.race([turns({ network: from }, () => select(ofVisitors, id), late), end(late)])
    } catch (error) {
      if (error instanceof Busy || error === late.reason) return undefined
      throw error
    }
  }
}

function end(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
}

async function select(db: Db, id: string): Promise<SharedPost | null | undefined> {
  const text = 'select mood, content, content_warning, template_url from public.public_posts where id = $1'
  try {
    const { rows } = await db.as({ role: 'anon' }, (tx) => tx.last<SharedPost>({ text, values: [id] }), {
      readOnly: true,
      timeoutMs: patienceMs,
    })
    return rows[0] ?? null
  } catch (error) {
    if (meaningOf(error)) return undefined
    throw error
  }
}
