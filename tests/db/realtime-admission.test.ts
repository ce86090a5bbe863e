import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createAdmission } from '../../src/server/realtime/topics/admission.ts'
import type { Caller } from '../../src/server/realtime/topics/caller.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createDatabase()
})
afterAll(() => test.drop())

async function createCaller(): Promise<Caller & { id: string }> {
  const [id, session] = [randomUUID(), randomUUID()]
  await test.owner.query('insert into auth.users (id, email) values ($1, $2)', [id, `${id}@example.test`])
  await test.owner.query(
    `insert into auth.sessions (id, user_id, amr, expires_at) values ($1, $2, '[]', now() + interval '1 day')`,
    [session, id],
  )
  return { id, claims: { role: 'authenticated', sub: id, session_id: session }, expiresAt: Infinity }
}

it('people take turns: a person with endless joins delays nobody else and never holds two transactions', async () => {
  const crowd: (Caller & { id: string })[] = []
  for (let n = 0; n < 6; n++) crowd.push(await createCaller())
  const ben = await createCaller()
  const admission = createAdmission(test.db)
  const asked: (string | undefined)[] = []
  const running = new Set<string | undefined>()
  const as = test.db.as.bind(test.db)
  const spy = vi.spyOn(test.db, 'as').mockImplementation(async (claims, work, options) => {
    expect(running).not.toContain(claims.sub)
    asked.push(claims.sub)
    running.add(claims.sub)
    return as(claims, work, options).finally(() => running.delete(claims.sub))
  })
  const ask = (caller: Caller, name: string) => admission.mayRead(caller, { name, private: true })
  const flood = crowd.flatMap((caller) => {
    const tabs = [caller, { ...caller }]
    const many = Array.from({ length: 150 }, () => `user-notifications-${caller.id}`)
    return tabs.flatMap((tab) => many.map((name) => ask(tab, name)))
  })
  expect(await ask(ben, `user-notifications-${ben.id}`)).toEqual({ broadcast: true, presence: false })
  expect(asked.indexOf(ben.id)).toBe(crowd.length)
  const answers = await Promise.all(flood)
  expect(answers).toEqual(flood.map(() => ({ broadcast: true, presence: false })))
  spy.mockRestore()
})
