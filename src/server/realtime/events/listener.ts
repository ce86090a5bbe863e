import type { Db } from '../../db/door.ts'
import { patiently } from '../../db/patiently.ts'
import { describeFault } from '../../http/fault.ts'
import { meaningOf, type Meaning } from '../../http/sqlstate.ts'
import { createLedger, type Ledger } from './ledger.ts'

export type LiveEvent = {
  id: string
  /** The row's number; 0 for an event without a row. */
  seq: number
  topic: string
  private: boolean
  event: string
  payload: string
  /** People who do not get the event. */
  hiddenFrom?: string[] | null
  /** The payload of people who may not read the quote in it. */
  bare?: string | null
  bareFor?: string[] | null
}

export type ListenerDeps = {
  db: Db
  log: (line: string) => void
  /** Events in order of commit, each once. */
  events(batch: LiveEvent[]): void
  /** The person's rights have changed (ban, deletion, block): check them again. The notice is `u` and the id. */
  person(userId: string): void
  /** The person's face has changed, but no right. The notice is `f` and the id. */
  face(userId: string): void
  session(sessionId: string): void
  /** The person is leaving for good: pages drop all of theirs. The notice is `l` and the id. */
  left(userId: string): void
  presence(userId: string, topic: string): void
  /** Notices of persons, sessions and presence may have been missed: check everyone. Events are not missed. */
  resumed(): void
}

/** Without a payload the event's row is gone: the event is skipped. */
type EventRow = Omit<LiveEvent, 'seq' | 'payload'> & { seq: string; payload: string | null }
type Loaded = Omit<EventRow, 'seq'> & { seq: number }

/** Rows of one statement: a payload has up to 256 KB. */
const pageSize = 200
const retryMs = 500
const namesRow = `m.payload ->> 'row' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`
// The database makes the payload of an event that names a row at this time. Other events are stored with their payload.
const events = `select m.seq, m.id, m.topic, m.private, m.event, sent.payload::text as payload,
    sent.hidden_from::text[] as "hiddenFrom", sent.bare::text as bare, sent.bare_for::text[] as "bareFor"
  from realtime.messages as m cross join lateral (
    select m.payload, null::uuid[] as hidden_from, null::jsonb as bare, null::uuid[] as bare_for where (${namesRow}) is not true
    union all
    select o.payload, o.hidden_from, o.bare, o.bare_for from app.outgoing(m.event, m.topic, m.payload) as o where ${namesRow}) as sent
  where m.extension = 'broadcast'`
const byNumber = `${events} and m.seq = any ($1::bigint[])`
const after = `select m.seq from realtime.messages as m
  where m.extension = 'broadcast' and m.seq > $1 order by m.seq limit ${pageSize}`
// Leaves the payload out, so it succeeds when only the payload is at fault.
const named = `select m.seq, m.id, m.topic, m.private, m.event, null as payload from realtime.messages as m where m.seq = any ($1::bigint[])`
/** Faults that usually pass by themselves. After `mostTries` the event itself counts as the cause. */
const passing: ReadonlySet<Meaning | undefined> = new Set<Meaning>([
  'contended',
  'out_of_resources',
  'timeout',
])
const mostTries = 5
// The highest number at LISTEN, and the missing ones of the last thousand.
const beginning = `with last as (select max(seq) as top from realtime.messages)
  select top, array(select n from generate_series(greatest(top - 999, 1), top) n
    where not exists (select from realtime.messages m where m.seq = n)) as missing
  from last`

/** Listens to the database's notices. Rejects when the database is unreachable at the start. Resolves to a function that stops. */
export async function listenToEvents(deps: ListenerDeps): Promise<() => Promise<void>> {
  const loader = new Loader(deps)
  const stop = await deps.db.listen(
    'realtime',
    (notice) => {
      const what = notice.slice(1)
      if (notice[0] === 'm') loader.hear(Number(what))
      else if (notice[0] === 'u') deps.person(what)
      else if (notice[0] === 'f') deps.face(what)
      else if (notice[0] === 's') deps.session(what)
      else if (notice[0] === 'l') deps.left(what)
      else if (notice[0] === 'p') deps.presence(what.slice(0, 36), what.slice(37))
    },
    () => {
      loader.lookBack()
      deps.resumed()
    },
  )
  try {
    await patiently('reads the newest events', () => loader.begin(), deps.log)
  } catch (error) {
    await stop()
    throw error
  }
  return async () => {
    await stop()
    await loader.stop()
  }
}

/** Loads the events of notices. One statement runs at a time and loads everything that arrived meanwhile. */
class Loader {
  readonly #deps: ListenerDeps
  #ledger: Ledger | undefined
  #heard: number[] = []
  #behind = false
  #running: Promise<void> | undefined
  #stopped = false
  #failures = 0
  #wake = () => {}

  constructor(deps: ListenerDeps) {
    this.#deps = deps
  }

  async begin(): Promise<void> {
    const { rows } = await this.#deps.db.asService((tx) =>
      tx.last<{ top: string | null; missing: string[] }>({ text: beginning }),
    )
    this.#ledger = createLedger(Number(rows[0]?.top ?? 0), rows[0]?.missing.map(Number))
    this.#start()
  }

  hear(seq: number): void {
    this.#heard.push(seq)
    this.#start()
  }

  lookBack(): void {
    this.#behind = true
    this.#start()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#wake()
    await this.#running
  }

  get #waits(): boolean {
    return !this.#stopped && (this.#behind || this.#heard.length > 0)
  }

  #start(): void {
    if (this.#running || !this.#ledger || !this.#waits) return
    this.#running = this.#run(this.#ledger).then(() => {
      this.#running = undefined
      this.#start()
    })
  }

  async #run(ledger: Ledger): Promise<void> {
    while (this.#waits) {
      try {
        if (this.#behind) await this.#catchUp(ledger)
        await this.#loadHeard(ledger)
        this.#failures = 0
      } catch (error) {
        if (this.#failures++ === 0) this.#deps.log(`Events wait for the database: ${describeFault(error)}`)
        await new Promise<void>((resolve) => {
          this.#wake = resolve
          setTimeout(resolve, retryMs)
        })
      }
    }
  }

  async #loadHeard(ledger: Ledger): Promise<void> {
    const wanted = this.#heard.slice(0, pageSize)
    const numbers = wanted.filter((seq) => !ledger.wasFetched(seq))
    const rows = await this.#load(numbers)
    this.#heard.splice(0, wanted.length)
    for (const seq of numbers) ledger.delivered(seq)
    // Notices come in order of commit. Numbers are older than the commit.
    this.#pass(numbers.flatMap((seq) => rows.get(seq) ?? []))
  }

  async #catchUp(ledger: Ledger): Promise<void> {
    // Reset first: the connection may be lost again during the look back.
    this.#behind = false
    try {
      const holes = ledger.holes()
      for (let at = 0; at < holes.length; at += pageSize) {
        const rows = await this.#load(holes.slice(at, at + pageSize))
        this.#pass([...rows.values()].filter(({ seq }) => ledger.fetched(seq)))
      }
      for (let size = pageSize; size === pageSize;) {
        const numbers = (await this.#select(after, ledger.top())).map(({ seq }) => seq)
        size = numbers.length
        const rows = await this.#load(numbers)
        this.#pass(numbers.flatMap((seq) => (ledger.fetched(seq) ? (rows.get(seq) ?? []) : [])))
      }
    } catch (error) {
      this.#behind = true
      throw error
    }
  }

  /** Events by number, in order. When the statement fails, each is loaded alone, so that a bad event does not stop the others. */
  async #load(numbers: number[]): Promise<Map<number, Loaded>> {
    const rows: Loaded[] = []
    try {
      if (numbers.length > 0) rows.push(...(await this.#select(byNumber, numbers)))
    } catch (error) {
      if (!this.#mayBeEvents(error)) throw error
      // oxlint-disable-next-line no-await-in-loop -- one statement runs at a time
      for (const seq of numbers) rows.push(...(await this.#loadOne(seq)))
    }
    return new Map(rows.toSorted((a, b) => a.seq - b.seq).map((row) => [row.seq, row]))
  }

  async #loadOne(seq: number): Promise<Loaded[]> {
    try {
      return await this.#select(byNumber, [seq])
    } catch (error) {
      if (!this.#mayBeEvents(error)) throw error
      // When the database refuses everything, this fails too, and no event is skipped.
      const found = await this.#select(named, [seq])
      this.#deps.log(
        `The event ${found[0]?.event} is skipped: the database cannot make its payload: ${describeFault(error)}`,
      )
      return found
    }
  }

  /** True for a fault that one event can cause: not a lost connection, and a passing one only after several tries. */
  #mayBeEvents(error: unknown): boolean {
    const meaning = meaningOf(error)
    if (meaning === undefined || meaning === 'unavailable') return false
    return !passing.has(meaning) || this.#failures >= mostTries
  }

  async #select(text: string, value: unknown): Promise<Loaded[]> {
    const { rows } = await this.#deps.db.asService((tx) => tx.last<EventRow>({ text, values: [value] }), {
      readOnly: true,
    })
    return rows.map((row) => ({ ...row, seq: Number(row.seq) }))
  }

  #pass(rows: Loaded[]): void {
    const batch = rows.flatMap(({ payload, hiddenFrom, bare, bareFor, ...row }) =>
      payload === null ? [] : { ...row, payload, ...(hiddenFrom && { hiddenFrom, bare, bareFor }) },
    )
    if (batch.length > 0 && !this.#stopped) this.#deps.events(batch)
  }
}
