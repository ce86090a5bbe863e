import type { Db } from '../db/door.ts'

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

/** Hears what the database announces. Rejects when the database cannot be reached at the start; resolves to a function that stops. */
export async function listenToEvents(deps: ListenerDeps): Promise<() => Promise<void>> {
  return deps.db.listen('realtime', () => {}, deps.resumed)
}
