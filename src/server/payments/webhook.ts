import type { Db } from '../db/door.ts'
import { BodyError, parseJson, readBytes } from '../http/body.ts'
import { describeFault } from '../http/fault.ts'
import { meaningOf } from '../http/sqlstate.ts'
import { isSigned } from '../providers/payments/signature.ts'
import { readEvent, storeEvent } from './events.ts'
import type { Payments } from './payments.ts'

/** An event of PayMongo takes some 8 KB. */
const mostBytes = 65_536

type Deps = {
  db: Db
  payments: Payments | undefined
  clock?: (() => number) | undefined
  log: (line: string) => void
}

/**
 * `POST /webhooks/paymongo`: no API key, a signature instead. It is checked over the raw bytes before anything is parsed. The event is stored and
 * answered, and then worked on: PayMongo repeats what is not answered in time.
 */
export function createWebhook({
  db,
  payments,
  clock = Date.now,
  log,
}: Deps): (request: Request) => Promise<Response> {
  return async (request) => {
    if (!payments) return say(404, 'Not found')
    if (request.method !== 'POST') return say(405, 'Webhooks are sent by POST', { allow: 'POST' })
    const { provider } = payments
    try {
      const body = await readBytes(request, mostBytes)
      const header = request.headers.get('paymongo-signature') ?? ''
      const mode = { secret: provider.webhookSecret, isLive: provider.isLive }
      if (!isSigned(header, body, mode, clock()))
        return say(401, 'The signature is missing, wrong or too old')
      const event = readEvent(parseJson(new TextDecoder('utf-8').decode(body)))
      if (!event || event.isLive !== provider.isLive) return say(400, 'Not an event of this account and mode')
      if (await storeEvent(db, event)) void payments.work(event.id)
      return say(200, 'SUCCESS')
    } catch (error) {
      if (error instanceof BodyError) return say(error.reason === 'too_large' ? 413 : 400, error.message)
      if (meaningOf(error) !== 'unavailable') log(`Fault in webhooks: ${describeFault(error)}`)
      return say(503, 'Try again later', { 'retry-after': '5' })
    }
  }
}

const say = (status: number, message: string, headers: Record<string, string> = {}) =>
  Response.json(
    { message },
    { status, headers: { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', ...headers } },
  )
