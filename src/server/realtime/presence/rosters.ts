import { randomBytes } from 'node:crypto'
import { emi } from '../../../shared/emi.ts'
import type { Face, PresenceDiff } from './face.ts'

export type RosterDeps = {
  read(topic: string, among?: string[]): Promise<Face[]>
  tell(topic: string, diff: PresenceDiff): void
  gatherMs: number
}

const emisTopic = 'global-online-users'
const emisFace: Face = {
  userId: emi.id,
  codename: emi.codename,
  avatar_url: emi.avatar_url,
  is_premium: false,
  phx_ref: 'emi',
}
const nobody: ReadonlyMap<string, Face> = new Map()

type Watched = {
  count: number
  people: Map<string, Face>
  stale: Set<string>
  allStale: boolean
  loaded: boolean
  loading: Promise<void>
}

/** The rosters of this node's watched topics. Stale faces are read again, many in one statement. */
export class Rosters {
  readonly #deps: RosterDeps
  readonly #topics = new Map<string, Watched>()
  #timer: NodeJS.Timeout | undefined
  #refreshed = -Infinity
  #stopped = false

  constructor(deps: RosterDeps) {
    this.#deps = deps
  }

  of(topic: string): ReadonlyMap<string, Face> {
    return this.#topics.get(topic)?.people ?? nobody
  }

  async watch(topic: string): Promise<void> {
    let watched = this.#topics.get(topic)
    if (!watched) {
      watched = unread()
      watched.loading = this.#load(topic, watched)
      this.#topics.set(topic, watched)
    }
    watched.count++
    await watched.loading
  }

  unwatch(topic: string): void {
    const watched = this.#topics.get(topic)
    if (watched && --watched.count === 0) this.#topics.delete(topic)
  }

  mark(topic: string, userIds: string[]): void {
    const watched = this.#topics.get(topic)
    if (!watched) return
    for (const id of userIds) watched.stale.add(id)
    this.#schedule()
  }

  markPerson(userId: string): void {
    for (const topic of this.#topics.keys()) this.mark(topic, [userId])
  }

  markAll(): void {
    for (const watched of this.#topics.values()) watched.allStale = true
    this.#schedule()
  }

  stop(): void {
    this.#stopped = true
    clearTimeout(this.#timer)
  }

  async #load(topic: string, watched: Watched): Promise<void> {
    try {
      applyTo(watched.people, topic, await this.#deps.read(topic))
    } catch (error) {
      if (this.#topics.get(topic) === watched) this.#topics.delete(topic)
      throw error
    }
    watched.loaded = true
    this.#schedule()
  }

  get #stale(): [string, Watched][] {
    return [...this.#topics].filter(
      ([, { loaded, allStale, stale }]) => loaded && (allStale || stale.size > 0),
    )
  }

  #schedule(): void {
    if (this.#stopped || this.#timer || this.#stale.length === 0) return
    const wait = Math.max(0, this.#refreshed + this.#deps.gatherMs - performance.now())
    this.#timer = setTimeout(() => void this.#refresh(), wait)
  }

  async #refresh(): Promise<void> {
    this.#refreshed = performance.now()
    await Promise.all(this.#stale.map(([topic, watched]) => this.#refreshTopic(topic, watched)))
    this.#timer = undefined
    this.#schedule()
  }

  async #refreshTopic(topic: string, watched: Watched): Promise<void> {
    const among = watched.allStale ? undefined : [...watched.stale]
    watched.allStale = false
    watched.stale.clear()
    let found: Face[]
    try {
      found = await this.#deps.read(topic, among)
    } catch {
      // The store is away, and the beat logs that. The next round tries again.
      if (among) for (const id of among) watched.stale.add(id)
      else watched.allStale = true
      return
    }
    if (this.#stopped || this.#topics.get(topic) !== watched) return
    const diff = applyTo(watched.people, topic, found, among)
    if (diff.joins.length > 0 || diff.leaves.length > 0) this.#deps.tell(topic, diff)
  }
}

const unread = (): Watched => ({
  count: 0,
  people: new Map(),
  stale: new Set(),
  allStale: false,
  loaded: false,
  loading: Promise.resolve(),
})

/** Updates the roster. People of `among` (without it: everyone) who were not found have left. */
function applyTo(people: Map<string, Face>, topic: string, read: Face[], among?: string[]): PresenceDiff {
  const diff: PresenceDiff = { joins: [], leaves: [] }
  const found = new Map(read.map((face) => [face.userId, face]))
  if (topic === emisTopic) found.set(emi.id, emisFace)
  for (const id of among ?? people.keys()) {
    const face = people.get(id)
    if (!face || found.has(id)) continue
    people.delete(id)
    diff.leaves.push(face)
  }
  for (const [id, face] of found) {
    const before = people.get(id)
    if (before && isSame(before, face)) continue
    const stamped = id === emi.id ? face : { ...face, phx_ref: randomBytes(9).toString('base64url') }
    if (before) diff.leaves.push(before)
    people.set(id, stamped)
    diff.joins.push(stamped)
  }
  return diff
}

const isSame = (one: Face, other: Face) =>
  one.codename === other.codename &&
  one.avatar_url === other.avatar_url &&
  one.is_premium === other.is_premium
