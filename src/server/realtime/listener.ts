import type { Db } from '../db/door.ts'
import { describeFault } from '../http/fault.ts'
import { keepAccount, type Account } from './account.ts'

export type LiveEvent = {
  id: string
  /** The row's number; 0 for an event that was never a row. */
  seq: number
  topic: string
  private: boolean
  event: string
  /** JSON text, passed on as it is. */
  payload: string
}

export type ListenerDeps = {
  db: Db
  log: (line: string) => void
  /** Events in the order of their commits, each once. */
  events(batch: LiveEvent[]): void
  /** Something about this person changed (ban, block, face): ask again. */
  person(userId: string): void
  /** This session has ended. */
  session(sessionId: string): void
  /** The person came to or left the topic, on some node. */
  presence(userId: string, topic: string): void
  /** Notices of persons, sessions and presence may have been missed: ask again for everyone. Events are not missed. */
  resumed(): void
}

/** Rows of one statement: a payload has up to 256 KB. */
const pageSize = 200
const retryMs = 500
const columns = 'seq, id, topic, private, event, payload::text as payload'
const byNumber = `select ${columns} from realtime.messages where seq = any ($1::bigint[]) and extension = 'broadcast'`
const after = `select ${columns} from realtime.messages where seq > $1 and extension = 'broadcast' order by seq limit ${pageSize}`
// How far numbers were given out when we began to listen, and which of the last are not (yet) stored.
const beginning = `with last as (select max(seq) as top from realtime.messages)
  select top, array(select n from generate_series(greatest(top - 999, 1), top) n
    where not exists (select from realtime.messages m where m.seq = n)) as missing
  from last`

/** Hears what the database announces. Rejects when the database cannot be reached at the start; resolves to a function that stops. */
export async function listenToEvents(deps: ListenerDeps): Promise<() => Promise<void>> {
  const loader = startLoader(deps)
  const stop = await deps.db.listen(
    'realtime',
    (notice) => {
      const what = notice.slice(1)
      if (notice[0] === 'm') loader.hear(Number(what))
      else if (notice[0] === 'u') deps.person(what)
      else if (notice[0] === 's') deps.session(what)
      else if (notice[0] === 'p') deps.presence(what.slice(0, 36), what.slice(37))
    },
    () => {
      loader.lookBack()
      deps.resumed()
    },
  )
  try {
    await loader.begin()
  } catch (error) {
    await stop()
    throw error
  }
  return async () => {
    await stop()
    await loader.stop()
  }
}

/** Loads what was heard: one statement at a time, for everything that was heard while the last one ran. */
function startLoader({ db, log, events }: ListenerDeps) {
  let account: Account | undefined
  let heard: number[] = []
  let behind = false
  let running: Promise<void> | undefined
  let stopped = false
  let wake = () => {}
  const load = async (text: string, value: unknown): Promise<LiveEvent[]> => {
    const { rows } = await db.asService((tx) => tx.last<LiveEvent>({ text, values: [value] }), {
      readOnly: true,
    })
    return rows.map((row) => ({ ...row, seq: Number(row.seq) }))
  }
  const pass = (rows: LiveEvent[]) => {
    if (rows.length > 0 && !stopped) events(rows)
  }
  const catchUp = async (known: Account) => {
    const holes = known.holes()
    for (let at = 0; at < holes.length; at += pageSize) {
      const rows = await load(`${byNumber} order by seq`, holes.slice(at, at + pageSize))
      pass(rows.filter(({ seq }) => known.fetched(seq)))
    }
    for (let page = pageSize; page === pageSize;) {
      const rows = await load(after, known.top())
      page = rows.length
      pass(rows.filter(({ seq }) => known.fetched(seq)))
    }
  }
  const work = async (known: Account) => {
    if (behind) {
      // Before, not after: the connection may be lost once more while this looks back.
      behind = false
      await catchUp(known).catch((error: unknown) => {
        behind = true
        throw error
      })
    }
    const wanted = heard.slice(0, pageSize)
    const numbers = wanted.filter((seq) => !known.wasFetched(seq))
    const rows = new Map(
      numbers.length > 0 ? (await load(byNumber, numbers)).map((row) => [row.seq, row]) : [],
    )
    heard = heard.slice(wanted.length)
    for (const seq of numbers) known.delivered(seq)
    // In the order in which they were heard, which is the order of the commits; numbers are given out earlier.
    pass(numbers.flatMap((seq) => rows.get(seq) ?? []))
  }
  const run = async (known: Account) => {
    for (let failures = 0; (behind || heard.length > 0) && !stopped;) {
      try {
        await work(known)
        failures = 0
      } catch (error) {
        if (failures++ === 0) log(`Events wait for the database: ${describeFault(error)}`)
        await new Promise<void>((resolve) => {
          wake = resolve
          setTimeout(resolve, retryMs)
        })
      }
    }
  }
  const start = () => {
    if (running || !account || stopped || !(behind || heard.length > 0)) return
    running = run(account).then(() => {
      running = undefined
      start()
    })
  }
  return {
    hear(seq: number) {
      heard.push(seq)
      start()
    },
    /** The connection was lost: loads what was committed meanwhile. */
    lookBack() {
      behind = true
      start()
    },
    async begin() {
      const { rows } = await db.asService((tx) =>
        tx.last<{ top: string | null; missing: string[] }>({ text: beginning }),
      )
      account = keepAccount(Number(rows[0]?.top ?? 0), rows[0]?.missing.map(Number) ?? [])
      // What was committed between the first LISTEN and now is heard as well, and is news all the same.
      start()
    },
    async stop() {
      stopped = true
      wake()
      await running
    },
  }
}
