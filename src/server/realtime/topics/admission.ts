import type { Db, Tx } from '../../db/door.ts'
import { isStorable } from '../../http/body.ts'
import { meaningOf } from '../../http/sqlstate.ts'
import { fairDb, turnKeyOf } from '../../http/fair-db.ts'
import { turnLimits } from '../../http/limits.ts'
import { createTurns } from '../../http/turns.ts'
import { ChannelError, standBy } from '../errors.ts'
import type { Caller } from './caller.ts'

export type Readable = { broadcast: boolean; presence: boolean }

type Topic = { name: string; private: boolean }

export type Admission = {
  /** Rejects with PT401 when the caller's session has ended. */
  mayRead(caller: Caller, topic: Topic, network?: string): Promise<Readable>
  /** Tested with a real insert that is rolled back. */
  mayWrite(
    caller: Caller,
    name: string,
    extension: 'broadcast' | 'presence',
    network?: string,
  ): Promise<boolean>
}

type Question = Topic & { resolve: (answer: Readable) => void; reject: (reason: unknown) => void }

const questionsAtOnce = 100
const longestName = 200

const nothing: Readable = { broadcast: false, presence: false }

/**
 * The policies on `realtime.messages` decide: SELECT of the two lasting rows with `realtime.topic()` set to the topic, and INSERT. A phone
 * that reconnects joins all its topics in one turn of the event loop: these checks share one transaction and round trip. Each account has
 * one transaction at a time. The visitors of a network share theirs.
 */
export function createAdmission(db: Db): Admission {
  const turns = createTurns({ ...turnLimits.admission, refuse: busy })
  const gathering = new Map<Caller | string, Question[]>()
  const inTurns = <T>(caller: Caller, network: string | undefined, work: (db: Db) => Promise<T>) => {
    const key = turnKeyOf(caller.claims, network)
    return turns(key, () => work(fairDb(db, key, busy)))
  }
  const ask = (caller: Caller, network: string | undefined, question: Question) => {
    const { sub, role } = caller.claims
    const sharer = sub ? caller : `${role} ${network}`
    const gathered = gathering.get(sharer)
    if (gathered && gathered.length < questionsAtOnce) {
      gathered.push(question)
      return
    }
    const questions = [question]
    gathering.set(sharer, questions)
    setImmediate(
      () =>
        void inTurns(caller, network, (ofCaller) => {
          if (gathering.get(sharer) === questions) gathering.delete(sharer)
          return answer(ofCaller, caller, questions)
        }),
    )
  }
  return {
    async mayRead(caller, { name, private: isPrivate }, network) {
      if (!isName(name)) return nothing
      return new Promise((resolve, reject) => {
        ask(caller, network, { name, private: isPrivate, resolve, reject })
      })
    },
    mayWrite: async (caller, name, extension, network) =>
      isName(name) && inTurns(caller, network, (ofCaller) => tryInsert(ofCaller, caller, name, extension)),
  }
}

const busy = () => new ChannelError(standBy)

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
    if (meaningOf(error) === 'forbidden' && asked.length > 0) {
      // The role has no grant, so no private topic admits it. Public topics are checked alone.
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
    if (meaningOf(error) === 'forbidden') return false
    throw error
  }
  return false
}
