import * as v from 'valibot'
import type { Db } from '../db/door.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const idOf = (kind: string) => v.pipe(v.string(), v.regex(new RegExp(`^${kind}_\\w{1,90}$`)))
const maybe = v.optional(v.unknown())
const envelope = v.object({
  data: v.object({
    id: idOf('evt'),
    attributes: v.object({
      type: v.pipe(v.string(), v.regex(/^[\w.]{1,100}$/)),
      livemode: v.boolean(),
      data: v.object({
        id: v.string(),
        attributes: v.nullish(v.object({ payment_id: maybe, reference_number: maybe, metadata: maybe })),
      }),
    }),
  }),
})

/** Ids that may lead to one of our checkouts. Nothing else of a body is read, and none of it is believed. */
type PaymentEvent = {
  id: string
  type: string
  isLive: boolean
  sessionId: string | undefined
  paymentId: string | undefined
  reference: string | undefined
}

/** Undefined: not the envelope of an event. */
export function readEvent(body: unknown): PaymentEvent | undefined {
  const { success, output } = v.safeParse(envelope, body)
  if (!success) return undefined
  const { id, attributes } = output.data
  const { type, livemode: isLive, data: about } = attributes
  const metadata: Record<string, unknown> = { ...(about.attributes?.metadata as object | null | undefined) }
  const references = [about.attributes?.reference_number, metadata['pm_reference_number']]
  return {
    id,
    type,
    isLive,
    sessionId: firstLike(/^cs_\w{1,90}$/, [about.id]),
    paymentId: firstLike(/^pay_\w{1,90}$/, [about.id, about.attributes?.payment_id]),
    reference: firstLike(uuid, references),
  }
}

const firstLike = (pattern: RegExp, values: readonly unknown[]): string | undefined =>
  values.find((value): value is string => typeof value === 'string' && pattern.test(value))

/** False: the event is stored already. */
export async function storeEvent(db: Db, event: PaymentEvent): Promise<boolean> {
  const text = `insert into app.payment_events (event_id, type, session_id, payment_id, reference)
    values ($1, $2, $3, $4, $5) on conflict do nothing`
  const values = [event.id, event.type, event.sessionId, event.paymentId, event.reference]
  const { rowCount } = await db.asService((tx) => tx.last({ text, values }))
  return rowCount === 1
}

/** The checkout that a stored event is about. Undefined: none of ours, or the event is done. */
export async function checkoutOf(db: Db, eventId: string): Promise<string | undefined> {
  const text = `select c.id from app.payment_events as e join public.payments as c
      on c.session_id = e.session_id or c.payment_id = e.payment_id or c.id = e.reference
    where e.event_id = $1 and e.done_at is null limit 1`
  const { rows } = await db.asService((tx) => tx.last<{ id: string }>({ text, values: [eventId] }))
  return rows[0]?.id
}

export async function endEvent(db: Db, eventId: string): Promise<void> {
  const text = 'update app.payment_events set done_at = now() where event_id = $1 and done_at is null'
  await db.asService((tx) => tx.last({ text, values: [eventId] }))
}
