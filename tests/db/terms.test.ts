import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from '../support/database.ts'

let test: TestDatabase
beforeAll(async () => {
  test = await createDatabase()
})
afterAll(() => test.drop())

async function person(): Promise<string> {
  const id = randomUUID()
  await test.owner.query('insert into auth.users (id, email) values ($1, $2)', [id, `${id}@example.test`])
  return id
}

/** The end of Premium, as a clock in Manila shows it. */
async function end(id: string): Promise<string | null> {
  const { rows } = await test.owner.query<{ until: string | null; is_premium: boolean }>(
    `select is_premium, to_char(premium_until at time zone 'Asia/Manila', 'YYYY-MM-DD HH24:MI') as until
     from public.user_profiles where id = $1`,
    [id],
  )
  const { until = null, is_premium: isPremium = false } = rows[0] ?? {}
  expect(isPremium).toBe(until !== null)
  return until
}

/** When it was bought (Manila), its months, and `x` when it was taken back. */
type Term = [bought: string, months: number, state?: 'x']

const times = (count: number, term: Term): Term[] => Array.from({ length: count }, () => term)

const cases: [what: string, terms: Term[], until: string | null][] = [
  ['nothing', [], null],
  ['a month from the middle of a month', [['2026-01-15 10:00', 1]], '2026-02-15 10:00'],
  ['a month from the first', [['2026-01-01 00:00', 1]], '2026-02-01 00:00'],
  ['a month from 31 January', [['2026-01-31 10:00', 1]], '2026-02-28 10:00'],
  ['two months from 31 January', times(2, ['2026-01-31 10:00', 1]), '2026-03-31 10:00'],
  ['three months from 31 January', times(3, ['2026-01-31 10:00', 1]), '2026-04-30 10:00'],
  ['a month from 30 January', [['2026-01-30 10:00', 1]], '2026-02-28 10:00'],
  ['two months from 30 January', times(2, ['2026-01-30 10:00', 1]), '2026-03-30 10:00'],
  ['a month from 29 January', [['2026-01-29 10:00', 1]], '2026-02-28 10:00'],
  ['a month from 28 January', [['2026-01-28 10:00', 1]], '2026-02-28 10:00'],
  ['a month from 29 January of a leap year', [['2028-01-29 10:00', 1]], '2028-02-29 10:00'],
  ['a month from 31 January of a leap year', [['2028-01-31 10:00', 1]], '2028-02-29 10:00'],
  ['a month from 28 February', [['2026-02-28 10:00', 1]], '2026-03-28 10:00'],
  ['a month from a leap day', [['2028-02-29 10:00', 1]], '2028-03-29 10:00'],
  ['a year from a leap day', [['2028-02-29 10:00', 12]], '2029-02-28 10:00'],
  ['two years from a leap day', times(2, ['2028-02-29 10:00', 12]), '2030-02-28 10:00'],
  ['four years from a leap day', times(4, ['2028-02-29 10:00', 12]), '2032-02-29 10:00'],
  ['a year over a leap day', [['2027-03-01 10:00', 12]], '2028-03-01 10:00'],
  ['a year from the day before a leap day', [['2028-02-28 10:00', 12]], '2029-02-28 10:00'],
  ['a month from 31 March', [['2026-03-31 10:00', 1]], '2026-04-30 10:00'],
  ['a month from 31 May', [['2026-05-31 10:00', 1]], '2026-06-30 10:00'],
  ['a month from 31 July', [['2026-07-31 10:00', 1]], '2026-08-31 10:00'],
  ['a month from 31 August', [['2026-08-31 10:00', 1]], '2026-09-30 10:00'],
  ['a month from 31 October', [['2026-10-31 10:00', 1]], '2026-11-30 10:00'],
  ['a month from 30 November', [['2026-11-30 10:00', 1]], '2026-12-30 10:00'],
  ['a month over the new year', [['2026-12-31 23:59', 1]], '2027-01-31 23:59'],
  ['a year from the first day', [['2026-01-01 00:00', 12]], '2027-01-01 00:00'],
  ['a year from the last day', [['2026-12-31 10:00', 12]], '2027-12-31 10:00'],
  ['twelve single months', times(12, ['2026-01-31 10:00', 1]), '2027-01-31 10:00'],
  [
    'a month, then a year',
    [
      ['2026-01-31 10:00', 1],
      ['2026-01-31 10:00', 12],
    ],
    '2027-02-28 10:00',
  ],
  [
    'a year, then a month',
    [
      ['2026-01-31 10:00', 12],
      ['2026-01-31 11:00', 1],
    ],
    '2027-02-28 10:00',
  ],
  [
    'a year and a month that end in a leap year',
    [
      ['2027-01-31 10:00', 12],
      ['2027-05-05 05:05', 1],
    ],
    '2028-02-29 10:00',
  ],
  [
    'a second month in the middle of the first',
    [
      ['2026-01-31 10:00', 1],
      ['2026-02-10 08:00', 1],
    ],
    '2026-03-31 10:00',
  ],
  [
    'a second month in the last minute',
    [
      ['2026-01-31 10:00', 1],
      ['2026-02-28 09:59', 1],
    ],
    '2026-03-31 10:00',
  ],
  [
    'a second month in the moment of the end',
    [
      ['2026-01-31 10:00', 1],
      ['2026-02-28 10:00', 1],
    ],
    '2026-03-31 10:00',
  ],
  [
    'a second month a minute too late',
    [
      ['2026-01-31 10:00', 1],
      ['2026-02-28 10:01', 1],
    ],
    '2026-03-28 10:01',
  ],
  [
    'a second month after half a year',
    [
      ['2026-01-31 10:00', 1],
      ['2026-08-31 12:00', 1],
    ],
    '2026-09-30 12:00',
  ],
  [
    'two chains, the second of two months',
    [
      ['2026-01-31 10:00', 1],
      ['2026-05-31 12:00', 1],
      ['2026-06-30 12:00', 1],
    ],
    '2026-07-31 12:00',
  ],
  ['a morning in Manila that is the day before in London', [['2026-02-01 07:59', 1]], '2026-03-01 07:59'],
  ['the first minute of March in Manila', [['2026-03-01 00:00', 1]], '2026-04-01 00:00'],
  ['the last minute of January in Manila', [['2026-01-31 23:59', 1]], '2026-02-28 23:59'],
  ['the year 1990, when Manila had summer time', [['1990-05-20 12:00', 12]], '1991-05-20 12:00'],
  ['a term that was taken back', [['2026-01-31 10:00', 1, 'x']], null],
  [
    'the first of two taken back',
    [
      ['2026-01-31 10:00', 1, 'x'],
      ['2026-02-10 08:00', 1],
    ],
    '2026-03-10 08:00',
  ],
  [
    'the second of two taken back',
    [
      ['2026-01-31 10:00', 1],
      ['2026-02-10 08:00', 1, 'x'],
    ],
    '2026-02-28 10:00',
  ],
  [
    'the middle of three taken back',
    [
      ['2026-01-31 10:00', 1],
      ['2026-02-10 08:00', 1, 'x'],
      ['2026-02-20 08:00', 1],
    ],
    '2026-03-31 10:00',
  ],
  [
    'a bridge taken back',
    [
      ['2026-01-01 10:00', 1],
      ['2026-01-20 10:00', 1, 'x'],
      ['2026-02-15 10:00', 1],
    ],
    '2026-03-15 10:00',
  ],
  [
    'terms in another order than they were bought',
    [
      ['2026-02-10 08:00', 1],
      ['2026-01-31 10:00', 1],
    ],
    '2026-03-31 10:00',
  ],
  [
    'a gift of three months at the end of a year',
    [
      ['2026-01-31 10:00', 12],
      ['2026-06-01 10:00', 3],
    ],
    '2027-04-30 10:00',
  ],
]

it.each(cases)('%s ends at the right time', async (_, terms, until) => {
  const id = await person()
  await test.owner.query('insert into public.user_profiles (id, email) values ($1, $2)', [id, ''])
  for (const [bought, months, state] of terms)
    await test.owner.query(
      `insert into app.premium_terms (user_id, source, source_id, months, granted_at, revoked_at)
       values ($1, 'gift', gen_random_uuid(), $2, $3::timestamp at time zone 'Asia/Manila', case when $4 then now() end)`,
      [id, months, bought, state === 'x'],
    )
  await test.owner.query('select app.count_terms($1)', [id])
  expect(await end(id)).toBe(until)
})

it('has at least forty cases', () => {
  expect(cases.length).toBeGreaterThanOrEqual(40)
})

const grant = (source: string, who: string, plan = 'premium_monthly') =>
  test.db.asService(async (tx) => {
    const text = `select app.grant_term('payment', $1, $2, $3) as result`
    const { rows } = await tx.last<{ result: string }>({ text, values: [source, who, plan] })
    return rows[0]?.result
  })
const revoke = (source: string, revoked = true) =>
  test.db.asService(async (tx) => {
    const text = `select app.revoke_term('payment', $1, $2) as result`
    const { rows } = await tx.last<{ result: boolean }>({ text, values: [source, revoked] })
    return rows[0]?.result
  })
/** The months from the first grant to the end of Premium. */
const monthsOf = async (id: string) => {
  const { rows } = await test.owner.query<{ months: number }>(
    `select months from generate_series(0, 60) as months, public.user_profiles as p
     where p.id = $1 and p.premium_until = app.add_months(
       (select min(t.granted_at) from app.premium_terms as t where t.user_id = p.id), months)`,
    [id],
  )
  return rows[0]?.months
}

describe('a term', () => {
  it('is granted once for its source, by thirty calls at once, to a person without a profile too', async () => {
    const [id, source] = [await person(), randomUUID()]
    const results = await Promise.all(Array.from({ length: 30 }, () => grant(source, id)))
    expect(results.filter((result) => result === 'granted')).toHaveLength(1)
    expect(new Set(results)).toEqual(new Set(['granted', 'repeated']))
    expect(await monthsOf(id)).toBe(1)
  })

  it('is lost in no race: ten sources at once add up', async () => {
    const id = await person()
    await Promise.all(Array.from({ length: 10 }, () => grant(randomUUID(), id)))
    await grant(randomUUID(), id, 'premium_yearly')
    expect(await monthsOf(id)).toBe(22)
  })

  it('is taken back and restored once, and each change is told to the person alone', async () => {
    const [id, source] = [await person(), randomUUID()]
    await grant(source, id)
    expect([await revoke(source), await revoke(source), await end(id)]).toEqual([true, false, null])
    expect([await revoke(source, false), await revoke(source, false), await monthsOf(id)]).toEqual([
      true,
      false,
      1,
    ])
    const { rows } = await test.owner.query(
      `select event, payload, private from realtime.messages where topic = $1`,
      [`user-notifications-${id}`],
    )
    expect(rows).toEqual(
      Array.from({ length: 3 }, () => ({ event: 'profile_changed', payload: {}, private: true })),
    )
  })

  it('is not granted to a deleted account, nor for an unknown plan', async () => {
    expect(await grant(randomUUID(), randomUUID())).toBe('gone')
    await expect(grant(randomUUID(), await person(), 'premium_forever')).rejects.toThrow('months')
    expect(await revoke(randomUUID())).toBe(false)
  })
})
