import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Claims } from '../../src/server/db/door.ts'
import { removeExpired } from '../../src/server/jobs/retention.ts'
import type { VoteEvent } from '../../src/shared/polls.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { signUp, type Person } from '../support/cast.ts'
import { collect, hangUp, liveClient, subscribe } from '../support/live.ts'
import { callAs, plantPoll, pollsOf } from '../support/polls.ts'

let app: TestApp
let mina: Person
let ben: Person
beforeAll(async () => {
  app = await startApp({ patient: true, settings: { accessTokenSeconds: 1_000_000 } })
  mina = await signUp(app, 'Mina')
  ben = await signUp(app, 'Ben')
})
afterAll(() => app.stop())

const refusal = (status: number, error: unknown) => ({ status, body: { success: false, error } })
const vote = (poll: string, option: unknown, person: Person | undefined = ben) =>
  callAs(app, person, 'vote-on-poll', { poll_id: poll, option_index: option })
const ok = { status: 200, body: { success: true } }

async function counts(poll: string, person?: Person): Promise<number[] | undefined> {
  return (await pollsOf(app, person)).find(({ id }) => id === poll)?.vote_counts
}

/** Rows of a poll: its votes, those that are not counted yet, and the sum on its row. */
async function stored(poll: string) {
  const { rows } = await app.owner.query<{ votes: number; waiting: number; counted: number }>(
    `select (select count(*)::int from public.poll_votes where poll_id = $1) as votes,
       (select count(*)::int from app.new_votes where poll_id = $1) as waiting,
       (select sum(n)::int from public.polls, unnest(vote_counts) as n where id = $1) as counted`,
    [poll],
  )
  return rows[0]
}

/** Signed-in people without requests of their own. */
async function crowd(size: number): Promise<Claims[]> {
  const { rows } = await app.owner.query<{ sub: string; session_id: string }>(
    `with people as (
       insert into auth.users (id, email) select id, id || '@example.test' from (
         select gen_random_uuid() as id from generate_series(1, $1)) as made returning id)
     insert into auth.sessions (user_id, amr, expires_at)
       select id, '[{"method":"password"}]', now() + interval '1 day' from people returning user_id as sub, id as session_id`,
    [size],
  )
  return rows.map((row) => ({ ...row, role: 'authenticated' }))
}

async function voteAs(claims: Claims, poll: string, option: number): Promise<string | undefined> {
  const statement = { text: 'select outcome from app.vote($1, $2)', values: [poll, option] }
  const { rows } = await app.db.as(claims, (tx) => tx.last<{ outcome: string }>(statement))
  return rows[0]?.outcome
}

const gather = () => app.db.asService((tx) => tx.last({ text: 'select app.gather_votes(5000)' }))

describe('a vote', () => {
  it('counts at once, and is told under a name that nobody can trace', async () => {
    const [first, second] = [await plantPoll(app, mina), await plantPoll(app, mina)]
    const visitor = await liveClient(app)
    const channel = visitor.channel('polls:global')
    const heard = collect(channel, 'vote')
    await subscribe(channel)
    expect(await vote(first, 1)).toEqual(ok)
    expect(await counts(first)).toEqual([0, 1, 0])
    await expect.poll(() => heard.length).toBe(1)
    expect(await vote(second, 1)).toEqual(ok)
    await expect.poll(() => heard.length).toBe(2)
    await hangUp(visitor)
    const [told, other] = heard.map(({ payload }) => payload as VoteEvent)
    const seen = (await pollsOf(app, ben)).find(({ id }) => id === first)
    expect(told).toEqual({
      poll_id: first,
      option_index: 1,
      user_id: seen?.voter_id,
      timestamp: expect.stringMatching(/^20/),
      vote_counts: [0, 1, 0],
      total_votes: 1,
    })
    expect(seen).toMatchObject({ has_voted: true, user_vote_index: 1, total_votes: 1 })
    expect(new Set([told?.user_id, other?.user_id, ben.id]).size).toBe(3)
    const events = await app.owner.query(`select from realtime.messages where payload::text like $1`, [
      `%${ben.id}%`,
    ])
    expect(events.rowCount).toBe(0)
  })

  it('cannot be repeated, changed or taken by somebody without a session', async () => {
    const poll = await plantPoll(app, mina)
    await vote(poll, 2)
    for (const option of [2, 0]) {
      const { status, body } = await vote(poll, option)
      expect({ status, body }).toEqual({
        status: 409,
        body: { success: false, error: 'Nakaboto ka na sa poll na ito.', user_vote_index: 2 },
      })
    }
    expect(await callAs(app, undefined, 'vote-on-poll', { poll_id: poll, option_index: 0 })).toMatchObject(
      refusal(401, 'No session'),
    )
    expect(await counts(poll)).toEqual([0, 0, 1])
  })

  it('for an option that the poll does not have is refused', async () => {
    const poll = await plantPoll(app, mina)
    for (const option of [-1, 3, 99, 100, 1.5, 1e10, '0', null, [0], undefined])
      expect(await vote(poll, option)).toMatchObject(
        refusal(400, 'Wala sa poll na ito ang sagot na pinili mo.'),
      )
    expect(await vote('poll', 0)).toMatchObject(refusal(400, expect.stringContaining('"poll_id"')))
    expect(await vote(randomUUID(), 0)).toMatchObject(refusal(404, 'Wala na ang poll na ito.'))
    expect(await stored(poll)).toMatchObject({ votes: 0 })
  })

  it("is refused after the end of the poll by the database's clock, whatever the server's clock says", async () => {
    const poll = await plantPoll(app, mina)
    const end = (interval: string) =>
      app.owner.query(`update public.polls set expires_at = now() + $2::interval where id = $1`, [
        poll,
        interval,
      ])
    await end('1 hour')
    app.advance(7_200_000)
    expect(await vote(poll, 0, mina)).toEqual(ok)
    await end('-1 millisecond')
    expect(await vote(poll, 0)).toMatchObject(refusal(409, 'Sarado na ang botohan dito.'))
    const [seen] = (await pollsOf(app, ben)).filter(({ id }) => id === poll)
    expect(seen).toMatchObject({ is_open: false, vote_counts: [1, 0, 0], has_voted: false })
  })
})

describe('many votes', () => {
  it('of one person at once count as one', async () => {
    const poll = await plantPoll(app, mina)
    const answers = await Promise.all(Array.from({ length: 500 }, (_, at) => vote(poll, at % 3)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    // The fair queue turns most of a flood away.
    expect(answers.filter(({ status }) => status === 409 || status === 503)).toHaveLength(499)
    expect(await stored(poll)).toMatchObject({ votes: 1 })
    expect((await counts(poll))?.toSorted()).toEqual([0, 0, 1])
  })

  it('of 2,000 people at once leave exact counts, at every moment in between too', async () => {
    const poll = await plantPoll(app, mina)
    const people = await crowd(2_000)
    const voting = new AbortController()
    const sums: number[] = []
    const look = async () => {
      while (!voting.signal.aborted) {
        // oxlint-disable-next-line no-await-in-loop -- looks again and again
        await app.owner.query('select app.gather_votes(5000)')
        // oxlint-disable-next-line no-await-in-loop -- see above
        const { rows } = await app.owner.query<{ total_votes: number }>(
          'select total_votes from app.shown_polls where id = $1',
          [poll],
        )
        sums.push(rows[0]?.total_votes ?? NaN)
      }
    }
    const looking = look()
    const outcomes = await Promise.all(people.map((claims, at) => voteAs(claims, poll, at % 3)))
    voting.abort()
    await looking
    expect(outcomes.filter((outcome) => outcome !== 'ok')).toEqual([])
    expect(sums.length).toBeGreaterThan(2)
    expect(sums).toEqual(sums.toSorted((a, b) => a - b))
    expect(await counts(poll)).toEqual([667, 667, 666])
    await gather()
    expect(await stored(poll)).toEqual({ votes: 2_000, waiting: 0, counted: 2_000 })
    expect(await counts(poll)).toEqual([667, 667, 666])
  })

  it('store few events: of one count at most five of a poll, each with the counts of all', async () => {
    const poll = await plantPoll(app, mina)
    for (const [at, claims] of (await crowd(12)).entries())
      // oxlint-disable-next-line no-await-in-loop -- the last one is the newest
      await voteAs(claims, poll, at === 11 ? 2 : 0)
    await gather()
    const { rows } = await app.owner.query<{ payload: VoteEvent }>(
      `select payload from realtime.messages where payload ->> 'poll_id' = $1`,
      [poll],
    )
    expect(rows).toHaveLength(5)
    expect(rows.map(({ payload }) => payload.vote_counts)).toEqual(rows.map(() => [11, 0, 1]))
    expect(rows.filter(({ payload }) => payload.option_index === 2)).toHaveLength(1)
  })

  it('that a stopped server did not count are shown, and counted by the clean-up', async () => {
    const poll = await plantPoll(app, mina)
    for (const claims of await crowd(3))
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await voteAs(claims, poll, 1)
    expect(await stored(poll)).toEqual({ votes: 3, waiting: 3, counted: null })
    expect(await counts(poll)).toEqual([0, 3, 0])
    await removeExpired(app.db)
    expect(await stored(poll)).toEqual({ votes: 3, waiting: 0, counted: 3 })
    expect(await counts(poll)).toEqual([0, 3, 0])
  })
})

describe('a deletion', () => {
  it('of a poll that people vote on leaves nothing behind', async () => {
    const poll = await plantPoll(app, mina)
    const [early, late] = [await crowd(50), await crowd(5)]
    const voting = early.map((claims, at) => voteAs(claims, poll, at % 3))
    await Promise.all(voting.slice(0, 10))
    await app.owner.query('delete from public.polls where id = $1', [poll])
    const outcomes = await Promise.all([...voting, ...late.map((claims) => voteAs(claims, poll, 0))])
    expect(outcomes.filter((outcome) => outcome !== 'ok' && outcome !== 'missing')).toEqual([])
    expect(outcomes.slice(early.length)).toEqual(late.map(() => 'missing'))
    await gather()
    await removeExpired(app.db, new Date(Date.now() + 120_000))
    const { rows } = await app.owner.query(
      `select (select count(*)::int from public.poll_votes where poll_id = $1) as votes,
         (select count(*)::int from app.new_votes where poll_id = $1) as waiting,
         (select count(*)::int from app.deleted_polls where id = $1) as deleted`,
      [poll],
    )
    expect(rows).toEqual([{ votes: 0, waiting: 0, deleted: 0 }])
  })

  it('of accounts takes their votes out of the counts, counted or not, while others vote', async () => {
    const polls = [await plantPoll(app, mina), await plantPoll(app, mina)]
    const [leaving, staying] = [await crowd(40), await crowd(40)]
    const voteOnBoth = (claims: Claims, at: number) =>
      Promise.all(polls.map((poll) => voteAs(claims, poll, at % 3)))
    await Promise.all(leaving.slice(0, 20).map(voteOnBoth))
    await gather()
    await Promise.all(leaving.slice(20).map(voteOnBoth))
    const leave = ({ sub }: Claims) =>
      app.db.asService((tx) => tx.last({ text: 'delete from auth.users where id = $1', values: [sub] }))
    await Promise.all([
      ...leaving.map(leave),
      ...staying.map(voteOnBoth),
      ...Array.from({ length: 5 }, () => gather()),
    ])
    const wanted = [14, 13, 13]
    expect(await Promise.all(polls.map((poll) => counts(poll)))).toEqual([wanted, wanted])
    await gather()
    expect(await stored(polls[0] ?? '')).toEqual({ votes: 40, waiting: 0, counted: 40 })
  })

  it('of the creator takes the polls along, and tells live pages', async () => {
    const carla = await signUp(app, 'Carla')
    const poll = await plantPoll(app, carla)
    await vote(poll, 0)
    await app.owner.query('delete from auth.users where id = $1', [carla.id])
    expect(await counts(poll)).toBeUndefined()
    const { rows } = await app.owner.query(
      `select payload from realtime.messages where event = 'poll_deleted' and payload ->> 'poll_id' = $1`,
      [poll],
    )
    expect(rows).toEqual([{ payload: { poll_id: poll } }])
    expect(await vote(poll, 0, mina)).toMatchObject({ status: 404 })
  })
})
