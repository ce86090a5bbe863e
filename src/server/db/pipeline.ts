import {
  Query,
  type Connection,
  type PoolClient,
  type QueryConfig,
  type QueryResult,
  type Submittable,
} from 'pg'

/** What PostgreSQL may take to end a statement whose time is up, and the network to say so. */
const graceMs = 2_000

/** One connection during one transaction: statements that are sent in one turn travel as one message, and are answered as one. */
export type Pipeline = { send(config: QueryConfig): Promise<QueryResult> }

/** `statementMs` is the longest that PostgreSQL lets one statement run. */
export function openPipeline(client: PoolClient, statementMs: number): Pipeline {
  let waiting: PipelinedQuery[] = []
  let busy = false
  const flush = () => {
    if (waiting.length === 0) return
    busy = true
    const batch = new Batch(waiting, statementMs, () => {
      busy = false
      flush()
    })
    waiting = []
    client.query(batch)
  }
  return {
    send: (config) =>
      new Promise((resolve, reject) => {
        // The simple protocol, which pg takes for a text without values, would end the batch in the middle.
        const extended = { ...config, queryMode: 'extended' }
        const query = new Query(extended, (error, result) => (error ? reject(error) : resolve(result)))
        if (waiting.push(query as unknown as PipelinedQuery) === 1 && !busy) process.nextTick(flush)
      }),
  }
}

/** What pg's client calls on its queries while answers arrive; the declarations of its types leave it out. */
type PipelinedQuery = {
  /** What it returns was not sent. */
  submit(connection: Connection): Error | null
  name?: string
  text: string
  handleRowDescription(message: unknown): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: Connection): void
  handleReadyForQuery(connection: Connection): void
  handleError(error: Error, connection: Connection): void
}

/**
 * Queries of pg with one Sync behind the last instead of one behind each. PostgreSQL flushes its answers at a Sync, so a transaction of
 * four statements wakes either side once and not four times: half the driver's time and a tenth of PostgreSQL's. After a refusal it
 * skips what is left of the batch, which is refused with the same error.
 */
class Batch implements Submittable {
  readonly #parts: PipelinedQuery[]
  readonly #patienceMs: number
  readonly #done: () => void
  #timer: NodeJS.Timeout | undefined
  #lastTurn: NodeJS.Immediate | undefined
  #at = 0

  constructor(parts: PipelinedQuery[], statementMs: number, done: () => void) {
    this.#parts = parts
    this.#patienceMs = parts.length * statementMs + graceMs
    this.#done = done
  }

  // pg's client asks for these when a Parse is acknowledged: it keeps account of the names that a connection knows.
  get name(): string | undefined {
    return this.#parts[this.#at]?.name
  }

  get text(): string | undefined {
    return this.#parts[this.#at]?.text
  }

  submit(connection: Connection): void {
    // A value that cannot be written leaves a hole among the answers: better no connection than one that mixes them up.
    const giveUp = () =>
      void connection.stream.destroy(new Error('Connection terminated: a value cannot be sent'))
    const withoutSync = Object.create(connection, {
      sync: { value: () => {} },
      close: { value: giveUp },
    }) as Connection
    connection.stream.cork()
    for (const part of this.#parts) if (part.submit(withoutSync)) giveUp()
    connection.sync()
    connection.stream.uncork()
    // A connection can die without a word (a cable, a NAT that forgot it), and the system would wait a quarter of an hour for it. After
    // this process itself stood still the answer may be there, unread: the network has its turn between a timer and an immediate.
    const lose = () => connection.stream.destroy(new Error('Connection terminated: no answer'))
    this.#timer = setTimeout(() => (this.#lastTurn = setImmediate(lose)), this.#patienceMs)
  }

  handleRowDescription(message: unknown): void {
    this.#parts[this.#at]?.handleRowDescription(message)
  }

  handleDataRow(message: unknown): void {
    this.#parts[this.#at]?.handleDataRow(message)
  }

  handleCommandComplete(message: unknown, connection: Connection): void {
    this.#parts[this.#at]?.handleCommandComplete(message, connection)
    this.#complete(connection)
  }

  handleEmptyQuery(connection: Connection): void {
    this.#complete(connection)
  }

  handleReadyForQuery(): void {
    this.#end()
  }

  handleError(
    error: Error,
    connection: Connection & { submittedNamedStatements: Record<string, string> },
  ): void {
    for (const part of this.#parts.slice(this.#at)) {
      // It was skipped, so its name is still free.
      if (part.name) delete connection.submittedNamedStatements[part.name]
      part.handleError(error, connection)
    }
    this.#at = this.#parts.length
    this.#end()
  }

  #end(): void {
    clearTimeout(this.#timer)
    clearImmediate(this.#lastTurn)
    this.#done()
  }

  /** To the query it is the end of its answer, as if its own Sync had been acknowledged. */
  #complete(connection: Connection): void {
    this.#parts[this.#at]?.handleReadyForQuery(connection)
    this.#at++
  }
}
