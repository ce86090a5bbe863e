import { describeFault } from '../../http/fault.ts'

export type Pair = { topic: string; userId: string }

/** Shared by all nodes: the people of each node, and the living nodes. */
export type PresenceStore = {
  /** Renews this node's lease and removes dead nodes. True when the node was unknown: it must write everyone again. */
  beat(): Promise<boolean>
  write(entered: Pair[], left: Pair[]): Promise<void>
  present(topic: string, among?: string[]): Promise<string[]>
  leave(): Promise<void>
}

const beatMs = 1_000
/** Changes within this time share one statement, ms. */
const gatherMs = 50

/** Writes this node's people to the store, with retries. */
export class Teller {
  readonly #store: PresenceStore
  readonly #log: (line: string) => void
  readonly #sockets = new Map<string, Map<string, number>>()
  readonly #unsaid = new Map<string, Map<string, boolean>>()
  #stopped = false
  #reached = true
  #working: Promise<void> = Promise.resolve()
  #nextBeat: NodeJS.Timeout | undefined
  #gathering: NodeJS.Timeout | undefined

  constructor(store: PresenceStore, log: (line: string) => void) {
    this.#store = store
    this.#log = log
    this.beat()
  }

  enter(topic: string, userId: string): void {
    const people = this.#sockets.get(topic) ?? new Map<string, number>()
    this.#sockets.set(topic, people)
    const count = people.get(userId) ?? 0
    people.set(userId, count + 1)
    if (count === 0) this.#note(topic, userId, true)
  }

  leave(topic: string, userId: string): void {
    const people = this.#sockets.get(topic)
    const count = people?.get(userId) ?? 0
    if (!people || count === 0) return
    if (count > 1) return void people.set(userId, count - 1)
    people.delete(userId)
    if (people.size === 0) this.#sockets.delete(topic)
    this.#note(topic, userId, false)
  }

  beat(): void {
    clearTimeout(this.#nextBeat)
    if (this.#stopped) return
    const beaten = this.#work(async () => {
      // The lost answer of a failed beat may have said that the store forgot this node.
      if ((await this.#store.beat()) || !this.#reached) this.#sayAgain()
      await this.#write()
      this.#reached = true
    })
    void beaten.then(() => {
      clearTimeout(this.#nextBeat)
      if (!this.#stopped) this.#nextBeat = setTimeout(() => this.beat(), beatMs)
    })
  }

  async stop(): Promise<void> {
    this.#stopped = true
    clearTimeout(this.#nextBeat)
    clearTimeout(this.#gathering)
    await this.#working
    await this.#store
      .leave()
      .catch((error: unknown) =>
        this.#log(`The people of this node could not be removed from presence: ${describeFault(error)}`),
      )
  }

  #note(topic: string, userId: string, here: boolean): void {
    const people = this.#unsaid.get(topic) ?? new Map<string, boolean>()
    this.#unsaid.set(topic, people.set(userId, here))
    // The first beat after an outage writes everyone.
    if (this.#stopped || !this.#reached) return
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined
      void this.#work(() => this.#write())
    }, gatherMs)
  }

  #sayAgain(): void {
    for (const [topic, people] of this.#sockets)
      for (const userId of people.keys()) this.#note(topic, userId, true)
  }

  #work(step: () => Promise<void>): Promise<void> {
    this.#working = this.#working.then(async () => {
      if (this.#stopped) return
      await step().catch((error: unknown) => {
        if (this.#reached) this.#log(`Presence waits until its store answers: ${describeFault(error)}`)
        this.#reached = false
      })
    })
    return this.#working
  }

  async #write(): Promise<void> {
    const said = [...this.#unsaid].flatMap(([topic, people]) =>
      [...people].map(([userId, here]) => ({ topic, userId, here })),
    )
    this.#unsaid.clear()
    if (said.length === 0) return
    try {
      await this.#store.write(
        said.filter(({ here }) => here),
        said.filter(({ here }) => !here),
      )
    } catch (error) {
      for (const { topic, userId, here } of said)
        // Later changes win over the failed ones.
        if (!this.#unsaid.get(topic)?.has(userId)) this.#note(topic, userId, here)
      throw error
    }
  }
}
