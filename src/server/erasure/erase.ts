import type { Db, Statement } from '../db/door.ts'
import { sweepBlobs } from '../files/sweep-blobs.ts'
import type { Store } from '../providers/files/store.ts'

export type Deps = {
  db: Db
  files: Pick<Store, 'remove'>
  /** Deletes the mails that wait or lie in the outbox: to these addresses, or about these messages of the contact form. */
  forgetMails: (addresses: readonly string[], messages: readonly string[]) => Promise<void>
}

/** Rows of one transaction, which holds them for some milliseconds. Others who write to the same rows wait that long. */
const atOnce = 400
/** Events of one transaction that are looked through. */
const eventsAtOnce = 20_000
/** The large parts, what others see first. Lanes run side by side, because they have no table in common. */
const lanes: readonly (readonly (readonly [name: string, ...values: unknown[]])[])[] = [
  [
    // First, so that posts and messages find no open report to close.
    ['erase_reports'],
    ['erase_posts'],
    ['erase_rows', 'public.post_comments', 'user_id', false],
    ['erase_rows', 'public.post_reactions', 'user_id', false],
  ],
  [
    ['erase_room_messages'],
    ['erase_conversations'],
    ['erase_mentions'],
    ['erase_rows', 'public.live_chat_reactions', 'user_id', false],
    ['erase_uploads'],
  ],
]
const patient = { timeoutMs: 30_000 }
/** The lease of `app.leavings` ends after 30 s without this. */
const renewMs = 10_000

type Step = (most: number) => Statement
type Column = { relation: string; column_name: string; keeps: boolean }

/**
 * Erases a person whose leaving has begun: rows in short transactions, the visible ones first, then bytes, mails and events, the account
 * last. A stopped erasure is begun again by any node and ends the same way.
 */
export async function erase({ db, files, forgetMails }: Deps, person: string): Promise<void> {
  const addresses = await addressesOf(db, person)
  if (!addresses) return
  const messages = await readMessages(db, person, addresses)
  const renewing = setInterval(() => void renew(db, person).catch(() => undefined), renewMs)
  try {
    await forgetMails(addresses, messages)
    await forgetMessages(db, messages)
    await Promise.all(lanes.map((lane) => runLane(db, person, lane)))
    const rest = (await readColumns(db)).map(
      ({ relation, column_name, keeps }) => ['erase_rows', relation, column_name, keeps] as const,
    )
    await Promise.all([runLane(db, person, rest), sweep({ db, files })])
    // Once more, for a mail that was being sent. A new account with an address keeps its own.
    await forgetMails(await withoutAccount(db, addresses), messages)
    const last = await eraseEvents(db, person)
    await db.asService((tx) => tx.last(call('finish_leaving', person, last)), patient)
    await sweep({ db, files })
  } finally {
    clearInterval(renewing)
  }
}

/** The clocks of node and database may differ by some seconds. */
const sweep = (deps: Pick<Deps, 'db' | 'files'>) => sweepBlobs(deps, new Date(Date.now() + 60_000))

const call = (name: string, ...values: unknown[]): Statement => ({
  text: `select app.${name}(${values.map((_, at) => `$${at + 1}`).join(', ')}) as done`,
  values,
})

/** The addresses and numbers of the account, those that were to replace them, and numbers of its second steps. Undefined when nothing is left to erase. */
async function addressesOf(db: Db, person: string): Promise<string[] | undefined> {
  const text = `select array_remove(array[email, new_email, phone, new_phone]
      || array(select f.phone from auth.mfa_factors as f where f.user_id = $1), null) as addresses
    from app.leavings where user_id = $1`
  const { rows } = await db.asService((tx) => tx.last<{ addresses: string[] }>({ text, values: [person] }))
  return rows[0]?.addresses
}

async function withoutAccount(db: Db, addresses: readonly string[]): Promise<string[]> {
  const text = 'select email, phone from auth.users where email = any ($1) or phone = any ($1)'
  type Row = { email: string | null; phone: string | null }
  const { rows } = await db.asService((tx) => tx.last<Row>({ text, values: [addresses] }))
  return addresses.filter((each) => !rows.some(({ email, phone }) => email === each || phone === each))
}

/** Messages of the contact form that the person wrote, or a visitor who named their address. */
async function readMessages(db: Db, person: string, addresses: readonly string[]): Promise<string[]> {
  const text =
    'select id from public.contact_messages where user_id = $1 or (user_id is null and email = any ($2))'
  const { rows } = await db.asService((tx) => tx.last<{ id: string }>({ text, values: [person, addresses] }))
  return rows.map(({ id }) => id)
}

/** Deletes them after their mails, so that an erasure that stopped finds them again. */
async function forgetMessages(db: Db, ids: readonly string[]): Promise<void> {
  const text = 'delete from public.contact_messages where id = any ($1::uuid[])'
  await db.asService((tx) => tx.last({ text, values: [ids] }), patient)
}

async function renew(db: Db, person: string): Promise<void> {
  const text = `update app.leavings set due_at = now() + interval '30 seconds' where user_id = $1`
  await db.asService((tx) => tx.last({ text, values: [person] }))
}

async function readColumns(db: Db): Promise<Column[]> {
  const text = 'select * from app.columns_of_people()'
  return (await db.asService((tx) => tx.last<Column>({ text }))).rows
}

async function runLane(db: Db, person: string, lane: (typeof lanes)[number]): Promise<void> {
  for (const [name, ...values] of lane)
    // oxlint-disable-next-line no-await-in-loop -- one short transaction at a time
    await empty(db, (most) => call(name, person, ...values, most))
}

async function empty(db: Db, step: Step): Promise<void> {
  for (let done = atOnce; done > 0;) {
    // oxlint-disable-next-line no-await-in-loop -- each transaction leaves room for others
    const { rows } = await db.asService((tx) => tx.last<{ done: number }>(step(atOnce)), patient)
    done = rows[0]?.done ?? 0
  }
}

/** Returns the number of the last event that was looked through. */
async function eraseEvents(db: Db, person: string): Promise<string> {
  for (let last = '0'; ;) {
    const step = call('erase_events', person, last, eventsAtOnce)
    // oxlint-disable-next-line no-await-in-loop -- each transaction leaves room for others
    const { rows } = await db.asService((tx) => tx.last<{ done: string | null }>(step), patient)
    const next = rows[0]?.done
    if (next === undefined || next === null) return last
    last = next
  }
}
