import {
  Query,
  type Connection,
  type PoolClient,
  type QueryConfig,
  type QueryResult,
  type Submittable,
} from 'pg'

/** Time for PostgreSQL to end a statement that ran out of time, and for the network to report it. */
const graceMs = 2_000

/** One connection during one transaction. Statements sent in one turn of the event loop travel as one message. */
export type Pipeline = { send(config: QueryConfig): Promise<QueryResult> }

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
        // pg uses the simple protocol for a text without values, which would end the batch.
        const extended = { ...config, queryMode: 'extended' }
        const query = new Query(extended, (error, result) => (error ? reject(error) : resolve(result)))
        if (waiting.push(query as unknown as PipelinedQuery) === 1 && !busy) process.nextTick(flush)
      }),
  }
}

/** Methods that pg's client calls on its queries. pg's types leave them out. */
type PipelinedQuery = {
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
 * Queries with one Sync behind the last instead of one each. PostgreSQL flushes at a Sync: a transaction of four statements wakes either
 * side once. This saves half the driver's time and a tenth of PostgreSQL's. After a refusal the rest of the batch fails with the same
 * error.
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

  // pg's client reads these when a Parse is acknowledged and records the names that the connection knows.
  get name(): string | undefined {
    return this.#parts[this.#at]?.name
  }

  get text(): string | undefined {
    return this.#parts[this.#at]?.text
  }

  submit(connection: Connection): void {
    // A value that cannot be encoded leaves a gap among the answers. The connection is closed before it mixes them up.
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
    // A connection can die silently (a cable, a NAT that forgot it), and the system would wait 15 minutes. After a pause of this process
    // the answer may be unread: the network's turn lies between a timer and an immediate.
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

  #complete(connection: Connection): void {
    this.#parts[this.#at]?.handleReadyForQuery(connection)
    this.#at++
  }
}
