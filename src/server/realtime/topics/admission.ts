import type { Db, Tx } from '../../db/door.ts'
import { isDatabaseError } from '../../db/door.ts'
import { isStorable } from '../../http/body.ts'
import type { Caller } from './callers.ts'

/** What a caller may read of a topic: its events, and who is there. */
export type Readable = { broadcast: boolean; presence: boolean }

type Topic = { name: string; private: boolean }

export type Admission = {
  /** Rejects as the database refuses: PT401 when the caller's session has ended. */
  mayRead(caller: Caller, topic: Topic): Promise<Readable>
  /** By a real insert, which is undone. */
  mayWrite(caller: Caller, name: string, extension: 'broadcast' | 'presence'): Promise<boolean>
}

type Question = Topic & { resolve: (answer: Readable) => void; reject: (reason: unknown) => void }
/** One transaction. */
type Batch = { caller: Caller; questions: Question[] }

/** Of the pool's connections, so that a crowd that comes back at once leaves most of them to everybody else. */
const runningAtOnce = 6
const questionsAtOnce = 100
const longestName = 200

const nothing: Readable = { broadcast: false, presence: false }

/**
 * The policies on `realtime.messages` decide: SELECT of the two lasting rows with `realtime.topic()` set to the topic, and INSERT.
 * Questions about one caller that come in the same turn, as when a phone joins everything again, are one transaction in one round trip.
 * People take turns, a transaction each and never two at once: whoever asks much only waits for himself.
 */
export function createAdmission(db: Db): Admission {
  /** What waits, by person; a role stands for all who have no account. In the order of their turns. */
  const lines = new Map<string, Batch[]>()
  const answering = new Set<string>()
  const run = () => {
    for (const [person, line] of lines) {
      if (answering.size >= runningAtOnce) return
      if (answering.has(person)) continue
      const batch = line.shift()
      lines.delete(person)
      if (!batch) continue
      // Behind all others.
      if (line.length > 0) lines.set(person, line)
      answering.add(person)
      void answer(db, batch.caller, batch.questions).finally(() => {
        answering.delete(person)
        run()
      })
    }
  }
  const enqueue = (caller: Caller, question: Question) => {
    const person = caller.claims.sub ?? caller.claims.role
    const line = lines.get(person) ?? []
    if (line.length === 0) setImmediate(run)
    lines.set(person, line)
    const batch = line.findLast((one) => one.caller === caller && one.questions.length < questionsAtOnce)
    if (batch) batch.questions.push(question)
    else line.push({ caller, questions: [question] })
  }
  return {
    async mayRead(caller, { name, private: isPrivate }) {
      if (!isName(name)) return nothing
      return new Promise((resolve, reject) => {
        enqueue(caller, { name, private: isPrivate, resolve, reject })
      })
    },
    mayWrite: async (caller, name, extension) => isName(name) && tryInsert(db, caller, name, extension),
  }
}

function isName(name: string): boolean {
  return name !== '' && name.length <= longestName && isStorable(name)
}

async function answer(db: Db, caller: Caller, questions: Question[]): Promise<void> {
  if (questions.length === 0) return
  try {
    const answers = await db.as(
      caller.claims,
      (tx) => {
        const publicNames = questions.filter((topic) => !topic.private).map(({ name }) => name)
        const heard = publicNames.length > 0 ? readPublic(tx, publicNames) : undefined
        return Promise.all(
          questions.map(async ({ name, private: isPrivate }) =>
            isPrivate
              ? readPrivate(tx, name)
              : { broadcast: (await heard)?.has(name) ?? false, presence: false },
          ),
        )
      },
      { readOnly: true },
    )
    questions.forEach(({ resolve }, n) => resolve(answers[n] ?? nothing))
  } catch (error) {
    const asked = questions.filter((topic) => topic.private)
    if (isForbidden(error) && asked.length > 0) {
      // The role has no grant at all: no private topic is for it, and the public ones are asked about alone.
      for (const { resolve } of asked) resolve(nothing)
      return answer(
        db,
        caller,
        questions.filter((topic) => !topic.private),
      )
    }
    for (const { reject } of questions) reject(error)
  }
}

const isForbidden = (error: unknown) => isDatabaseError(error) && error.code === '42501'

async function readPublic(tx: Tx, names: string[]): Promise<Set<string>> {
  const { rows } = await tx.query<{ name: string }>({
    text: 'select name from unnest($1::text[]) as name where realtime.is_public(name)',
    values: [names],
  })
  return new Set(rows.map(({ name }) => name))
}

const setTopic = (name: string) => ({ text: `select set_config('realtime.topic', $1, true)`, values: [name] })
const askedRows = `('00000000-0000-0000-0000-000000000001', '00000000-0000-0000-0000-000000000002')`

async function readPrivate(tx: Tx, name: string): Promise<Readable> {
  void tx.query(setTopic(name))
  const { rows } = await tx.query<{ extension: string }>({
    text: `select extension from realtime.messages where id in ${askedRows}`,
  })
  const readable = rows.map(({ extension }) => extension)
  return { broadcast: readable.includes('broadcast'), presence: readable.includes('presence') }
}

/** Thrown so that the transaction is rolled back. */
class Undone extends Error {}

async function tryInsert(db: Db, caller: Caller, name: string, extension: string): Promise<boolean> {
  try {
    await db.as(caller.claims, async (tx) => {
      void tx.query(setTopic(name))
      await tx.query({
        text: 'insert into realtime.messages (topic, extension, event, private) values ($1, $2, $3, true)',
        values: [name, extension, '-'],
      })
      throw new Undone()
    })
  } catch (error) {
    if (error instanceof Undone) return true
    if (isForbidden(error)) return false
    throw error
  }
  return false
}
