import { pesos } from '../../shared/plans.ts'
import type { Db } from '../db/door.ts'
import { signToken } from '../files/sign-token.ts'
import type { Keys } from '../http/keys.ts'
import { paymentRejected, paymentVerified, planName } from '../mail/payment-letters.ts'
import { insertMail } from '../mail/queued-mail.ts'

export type AdminTools = {
  db: Db
  keys: Keys
  publicUrl: string
  /** The operator's mail address. */
  operator: string
}

const bucket = 'payment-proofs'
const folder = `/storage/v1/object/public/${bucket}/`
const proofSeconds = 600
const mostListed = 100

type Waiting = {
  id: string
  plan: string
  amount: number
  created_at: Date
  since: Date
  verified: number
  rejected: number
  key: string | null
  object: string | null
  mime: string | null
  /** Other payments with the same file. */
  same: string[]
}

/** The payments that wait, oldest first, each with a short-lived address of its proof, and those to refund. */
export async function listPayments(tools: AdminTools): Promise<string> {
  const [proofs, refunds] = await Promise.all([listProofs(tools), listRefunds(tools)])
  return [proofs, ...refunds].join('\n\n')
}

async function listRefunds({ db }: AdminTools): Promise<string[]> {
  type Row = { id: string; payment_id: string; amount: number; paid_at: Date }
  const text = `select id, payment_id, amount, paid_at from public.payments where refund_due order by paid_at limit $1`
  const { rows } = await db.asService((tx) => tx.last<Row>({ text, values: [mostListed] }), {
    readOnly: true,
  })
  return rows.map(
    ({ id, payment_id, amount, paid_at }) =>
      `refund   ${payment_id}, ${pesos(amount)}, paid ${manila.format(paid_at)} (Manila) for checkout ${id}, after its account was deleted`,
  )
}

async function listProofs(tools: AdminTools): Promise<string> {
  const { rows } = await tools.db.asService(
    (tx) => tx.last<Waiting>({ text: waiting, values: [folder, bucket, mostListed] }),
    { readOnly: true },
  )
  if (rows.length === 0) return 'No payment waits.'
  const told = await Promise.all(rows.map((row) => describe(tools, row)))
  const count = rows.length === mostListed ? `The oldest ${mostListed} payments` : `Payments`
  return [`${count} that wait (${rows.length}):`, ...told].join('\n\n')
}

const waiting = `
  select p.id, p.plan, p.amount, p.created_at, u.created_at as since, o.name as key, o.id as object, o.metadata ->> 'mimetype' as mime,
    count(*) filter (where e.status = 'verified')::int as verified, count(*) filter (where e.status = 'rejected')::int as rejected,
    array(select s.id from public.manual_payments as s where s.proof_digest = p.proof_digest and s.id <> p.id limit 5) as same
  from public.manual_payments as p
  join auth.users as u on u.id = p.user_id
  join public.manual_payments as e on e.user_id = p.user_id
  left join storage.objects as o on o.bucket_id = $2 and $1 || o.name = p.proof_url
  where p.status = 'pending'
  group by p.id, u.id, o.id order by p.created_at limit $3`

async function describe(tools: AdminTools, row: Waiting): Promise<string> {
  const { id, plan, amount, created_at, since, verified, rejected, same } = row
  return [
    `payment  ${id}`,
    `plan     ${planName(plan)}, ${pesos(amount)}`,
    `sent     ${manila.format(created_at)} (Manila)`,
    `account  since ${manila.format(since)}; earlier payments: ${verified} verified, ${rejected} rejected`,
    `proof    ${await addressOf(tools, row)}`,
    ...(same.length > 0 ? [`warning  The same file came with ${same.join(', ')}.`] : []),
  ].join('\n')
}

const manila = new Intl.DateTimeFormat('sv-SE', {
  dateStyle: 'short',
  timeStyle: 'short',
  timeZone: 'Asia/Manila',
})

async function addressOf({ keys, publicUrl }: AdminTools, { key, object, mime }: Waiting): Promise<string> {
  if (key === null || object === null) return 'The file is gone.'
  const signing = { keys, now: Date.now }
  const token = await signToken(signing, 'storage-download', { bucket, key }, proofSeconds, { id: object })
  const path = key.split('/').map(encodeURIComponent).join('/')
  return `(${mime}, opens for ${proofSeconds / 60} minutes)\n         ${publicUrl}/storage/v1/object/sign/${bucket}/${path}?token=${token}`
}

type Decision = { outcome: string; person: string; plan: string }

/** Verifies a payment and gives the person the term. Resolves with words for the operator. */
export const verifyPayment = (tools: AdminTools, id: string): Promise<string> => decide(tools, id)

/** Rejects a payment. The person reads the reason. */
export async function rejectPayment(tools: AdminTools, id: string, reason: string): Promise<string> {
  const words = reason.trim()
  if (words === '' || words.length > longestReason)
    throw new Error(`The reason needs 1 to ${longestReason} letters. The person reads it.`)
  return decide(tools, id, words)
}

const longestReason = 500

/** The decision, the bell and the mail are one transaction. Of two operators one decides. */
async function decide(tools: AdminTools, id: string, reason?: string): Promise<string> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id))
    throw new Error(`${id} is no id of a payment. ${listThem}`)
  const verdict = reason === undefined ? 'verified' : 'rejected'
  const outcome = await tools.db.asService(async (tx) => {
    const { rows } = await tx.query<Decision>({
      text: 'select outcome, person, plan from app.decide_manual_payment($1, $2, $3)',
      values: [id, verdict, reason ?? null],
    })
    const decision = rows[0]
    if (decision?.outcome !== 'done') return decision?.outcome ?? 'missing'
    const found = await tx.query<{ email: string | null; premium_until: Date | null }>({
      text: `select u.email, p.premium_until from auth.users as u left join public.user_profiles as p on p.id = u.id where u.id = $1`,
      values: [decision.person],
    })
    const { email: to, premium_until: until } = found.rows[0] ?? { email: null, premium_until: null }
    // A person without a mail address has the bell alone.
    if (to === null) return 'done'
    const named = { to, publicUrl: tools.publicUrl, operator: tools.operator }
    const letter = reason === undefined ? paymentVerified(named, until) : paymentRejected(named, reason)
    const mail = { kind: 'payment_outcome', about: id, userId: decision.person, content: { letter } } as const
    await tx.query(insertMail(tools.keys.secret, mail, new Date()))
    return 'done'
  })
  if (outcome === 'missing') throw new Error(`There is no payment ${id}. ${listThem}`)
  if (outcome !== 'done') throw new Error(`Payment ${id} was ${outcome} before. Nothing has changed.`)
  return `Payment ${id} is ${verdict}. The person sees it in the bell. The running server sends the mail within seconds.`
}

const listThem = 'The list: npm run admin -- payments'
