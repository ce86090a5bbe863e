import type { PublicPost } from '../../shared/rows.ts'
import { DatabaseUnavailable, isDatabaseError, type Db } from '../db/door.ts'

export type SharedPost = Pick<PublicPost, 'mood' | 'content' | 'content_warning'>

/** Finds a public post. Null: it does not exist. Undefined: the database is too slow or too busy. `from` is the network that asks. */
export type LookUp = (id: string, from: string) => Promise<SharedPost | null | undefined>

/** A popular link brings thousands of visitors at once. They must not take the members' connections. */
const atOnce = 4
const mostWaiting = 200
/** Running and waiting look-ups of one network. */
const mostOfOne = (atOnce + mostWaiting) / 2
/** Longest wait, ms. The page works without its preview. */
const patienceMs = 1_000

export function createLookUp(db: Db): LookUp {
  const line = new Set<() => void>()
  /** Places that each network holds. */
  const held = new Map<string, number>()
  let running = 0
  const next = () => {
    const [first] = line
    if (!first) return
    line.delete(first)
    first()
  }
  const ask = (id: string) =>
    new Promise<SharedPost | null | undefined>((resolve, reject) => {
      const start = () => {
        running++
        const found = select(db, id).finally(() => {
          clearTimeout(timer)
          running--
          next()
        })
        found.then(resolve, reject)
      }
      const giveUp = () => {
        clearTimeout(timer)
        line.delete(start)
        resolve(undefined)
      }
      const timer = setTimeout(giveUp, patienceMs)
      if (running < atOnce) start()
      else if (line.size < mostWaiting) line.add(start)
      else giveUp()
    })
  return async (id, from) => {
    const places = held.get(from) ?? 0
    if (places >= mostOfOne) return undefined
    held.set(from, places + 1)
    try {
      return await ask(id)
    } finally {
      const left = (held.get(from) ?? 0) - 1
      if (left > 0) held.set(from, left)
      else held.delete(from)
    }
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
