import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Claims } from '../../src/server/db/door.ts'
import { createDatabase, type TestDatabase } from '../support/database.ts'

let test: TestDatabase
const mina = { id: randomUUID(), session: randomUUID() }
const ben = { id: randomUUID(), session: randomUUID() }

beforeAll(async () => {
  test = await createDatabase(3)
  for (const { id, session } of [mina, ben]) {
    await test.owner.query(`insert into auth.users (id, email) values ($1, $2)`, [id, `${id}@example.test`])
    await test.owner.query(`insert into public.user_profiles (id, email) values ($1, '')`, [id])
    await test.owner.query(
      `insert into auth.sessions (id, user_id, amr, expires_at) values ($1, $2, '[]', now() + interval '1 hour')`,
      [session, id],
    )
  }
})
afterAll(() => test.drop())

type Actor = 'visitor' | 'owner' | 'stranger'
const claimsOf = (actor: Actor): Claims => {
  if (actor === 'visitor') return { role: 'anon' }
  const { id, session } = actor === 'owner' ? mina : ben
  return { role: 'authenticated', sub: id, session_id: session }
}

async function newBlob(): Promise<string> {
  const id = `${randomBytes(32).toString('hex')}-${randomBytes(8).toString('hex')}`
  await test.owner.query('insert into storage.blobs (id, size) values ($1, 3)', [id])
  return id
}

/** Puts a file of Mina's into the bucket, as the owner of the database. */
async function plant(bucket: string): Promise<{ name: string; blob: string }> {
  const [name, blob] = [`${mina.id}/${randomUUID()}.png`, await newBlob()]
  await test.owner.query(
    `insert into storage.objects (bucket_id, name, owner_id, blob_id, metadata) values ($1, $2, $3, $4, '{}')`,
    [bucket, name, mina.id, blob],
  )
  return { name, blob }
}

async function rowsOf(actor: Actor, text: string, values: unknown[]): Promise<number | string> {
  try {
    return (await test.db.as(claimsOf(actor), (tx) => tx.last({ text, values }))).rowCount
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}

const insert = `insert into storage.objects (bucket_id, name, blob_id, metadata) values ($1, $2, $3, '{}')`

/** Bucket and actor, then the results. 42501: refused. 0: the file does not exist for the actor. `changes`: replaces and moves. */
const table: [
  bucket: string,
  actor: Actor,
  reads: unknown,
  puts: unknown,
  changes: unknown,
  removes: unknown,
][] = [
  ['avatars', 'owner', 1, 1, 1, 1],
  ['avatars', 'stranger', 0, '42501', 0, 0],
  ['avatars', 'visitor', '42501', '42501', '42501', '42501'],
  ['payment-proofs', 'owner', 1, 1, 0, 0],
  ['payment-proofs', 'stranger', 0, '42501', 0, 0],
  ['payment-proofs', 'visitor', '42501', '42501', '42501', '42501'],
  ['chat-files', 'owner', 0, '42501', 0, 0],
  ['chat-files', 'stranger', 0, '42501', 0, 0],
  ['card-templates', 'owner', 0, '42501', 0, 0],
  ['card-templates', 'visitor', '42501', '42501', '42501', '42501'],
]

describe.each(table)('Mina’s file in %s, and the %s', (bucket, actor, reads, puts, changes, removes) => {
  it('the actor reads, puts, replaces, moves and removes as the table says', async () => {
    const { name } = await plant(bucket)
    expect({
      reads: await rowsOf(actor, 'select id from storage.objects where name = $1', [name]),
      puts: await rowsOf(actor, insert, [bucket, `${mina.id}/${randomUUID()}.png`, await newBlob()]),
      replaces: await rowsOf(actor, 'update storage.objects set blob_id = $2 where name = $1', [
        name,
        await newBlob(),
      ]),
      moves: await rowsOf(actor, `update storage.objects set name = name || '.png' where name = $1`, [name]),
      removes: await rowsOf(actor, `delete from storage.objects where name like $1 || '%'`, [name]),
    }).toEqual({ reads, puts, replaces: changes, moves: changes, removes })
  })
})

it('a person cannot move a file into another folder or bucket, or name another owner', async () => {
  const { name } = await plant('avatars')
  const blob = await newBlob()
  expect([
    await rowsOf('owner', 'update storage.objects set name = $2 where name = $1', [name, `${ben.id}/a.png`]),
    await rowsOf('owner', `update storage.objects set bucket_id = 'chat-files' where name = $1`, [name]),
    await rowsOf('owner', `update storage.objects set bucket_id = 'card-templates' where name = $1`, [name]),
    await rowsOf('owner', insert, ['avatars', 'a.png', blob]),
    await rowsOf('owner', insert, ['avatars', `${ben.id}/${mina.id}/a.png`, blob]),
  ]).toEqual(['42501', '42501', '42501', '42501', '42501'])
  await rowsOf(
    'owner',
    "insert into storage.objects (bucket_id, name, blob_id, metadata, owner_id) values ($1, $2, $3, '{}', $4)",
    ['avatars', `${mina.id}/mine.png`, blob, ben.id],
  )
  const { rows } = await test.owner.query('select owner_id from storage.objects where name = $1', [
    `${mina.id}/mine.png`,
  ])
  expect(rows).toEqual([{ owner_id: mina.id }])
})

it('a person keeps at most eight pictures, also when all arrive at once', async () => {
  await test.owner.query('delete from storage.objects')
  const blobs = await Promise.all(Array.from({ length: 14 }, newBlob))
  const results = await Promise.all(
    blobs.map((blob) => rowsOf('owner', insert, ['avatars', `${mina.id}/${randomUUID()}.png`, blob])),
  )
  expect(results.filter((result) => result === 1)).toHaveLength(8)
  expect(results.filter((result) => result === '54000')).toHaveLength(6)
})

it('the references to the bytes are counted, and condemned bytes get no new one', async () => {
  const { name, blob } = await plant('avatars')
  const state = async () =>
    (
      await test.owner.query(
        'select refs, condemned_at is not null as condemned from storage.blobs where id = $1',
        [blob],
      )
    ).rows[0]
  const copy = () => rowsOf('owner', insert, ['avatars', `${mina.id}/${randomUUID()}.png`, blob])
  await test.owner.query('delete from storage.objects where name <> $1', [name])
  const seen = [await state(), await copy(), await state()]
  await test.owner.query('delete from storage.objects')
  seen.push(await state())
  const { rows } = await test.owner.query<{ id: string }>(`select * from storage.condemn(now(), 100) as id`)
  seen.push(
    rows.some(({ id }) => id === blob),
    await state(),
    await copy(),
  )
  expect(seen).toEqual([
    { refs: 1, condemned: false },
    1,
    { refs: 2, condemned: false },
    { refs: 0, condemned: false },
    true,
    { refs: 0, condemned: true },
    '23503',
  ])
})

const address = (name: string) => `/storage/v1/object/public/avatars/${name}`
const show = (actor: Actor, name: string | null) =>
  rowsOf(actor, 'update public.user_profiles set avatar_url = $1', [name && address(name)])
const shown = async () =>
  (
    await test.owner.query<{ avatar_url: string | null }>(
      'select avatar_url from public.user_profiles where id = $1',
      [mina.id],
    )
  ).rows[0]?.avatar_url
const kept = async (name: string) =>
  (await test.owner.query('select from storage.objects where name = $1', [name])).rowCount

describe('the picture of a profile', () => {
  it('is an existing file of the person’s own', async () => {
    const { name } = await plant('avatars')
    const { name: proof } = await plant('payment-proofs')
    expect([
      await show('owner', `${mina.id}/wala.png`),
      await show('owner', proof),
      await show('stranger', name),
      await show('owner', name),
    ]).toEqual(['23514', '23514', '23514', 1])
  })
  it('is deleted when another picture or none takes its place', async () => {
    const first = await plant('avatars')
    await show('owner', first.name)
    const [givenUp, second, other] = [
      await plant('avatars'),
      await plant('avatars'),
      await plant('payment-proofs'),
    ]
    await show('owner', second.name)
    const left = []
    for (const { name } of [first, givenUp, second, other]) left.push(await kept(name))
    expect(left).toEqual([0, 0, 1, 1])
    await show('owner', null)
    expect(await kept(second.name)).toBe(0)
  })
  it('leaves the profile when its file is deleted or moved', async () => {
    const { name } = await plant('avatars')
    await show('owner', name)
    await rowsOf('owner', 'delete from storage.objects where name = $1', [name])
    expect(await shown()).toBe(null)
    const moved = await plant('avatars')
    await show('owner', moved.name)
    expect(await shown()).toBe(address(moved.name))
    await rowsOf('owner', `update storage.objects set name = name || '.png' where name = $1`, [moved.name])
    expect(await shown()).toBe(null)
  })
})

it("a deleted account's files are deleted with it", async () => {
  await plant('avatars')
  await test.owner.query('delete from auth.users where id = $1', [mina.id])
  const { rows } = await test.owner.query('select from storage.objects where owner_id = $1', [mina.id])
  const named = await test.owner.query('select from storage.blobs where refs > 0')
  expect([rows.length, named.rowCount]).toEqual([0, 0])
})
