import type { PublicPost } from '../../shared/rows.ts'
import { DatabaseUnavailable, isDatabaseError, type Db } from '../db/door.ts'

export type SharedPost = Pick<PublicPost, 'mood' | 'content' | 'content_warning'>

/** Finds a public post: null when there is none (any more), undefined when the database is too slow or too busy to say. */
export type LookUp = (id: string) => Promise<SharedPost | null | undefined>

/** A link that goes round brings thousands at once: they may not take the connections of the people inside. */
const atOnce = 4
const mostWaiting = 200
/** Somebody waits for the page, which works without its preview. */
const patienceMs = 1_000

export function createLookUp(db: Db): LookUp {
  const line: (() => void)[] = []
  let running = 0
  async function find(id: string, until: number): Promise<SharedPost | null | undefined> {
    if (running < atOnce) running++
    else if (line.length < mostWaiting) await new Promise<void>((start) => line.push(start))
    else return undefined
    try {
      return performance.now() < until ? await select(db, id) : undefined
    } finally {
      const next = line.shift()
      if (next) next()
      else running--
    }
  }
  return async (id) => {
    const { promise: late, resolve: giveUp } = Promise.withResolvers<undefined>()
    const timer = setTimeout(giveUp, patienceMs)
    const found = find(id, performance.now() + patienceMs)
    return Promise.race([found, late]).finally(() => clearTimeout(timer))
  }
}

async function select(db: Db, id: string): Promise<SharedPost | null | undefined> {
  const text = 'select mood, content, content_warning from public.public_posts where id = $1'
  try {
    const { rows } = await db.as({ role: 'anon' }, (tx) => tx.last<SharedPost>({ text, values: [id] }), {
      readOnly: true,
      timeoutMs: patienceMs,
    })
    return rows[0] ?? null
  } catch (error) {
    if (error instanceof DatabaseUnavailable || isDatabaseError(error)) return undefined
    throw error
  }
}
