import type { Claims, Db } from '../../db/door.ts'
import { readJson } from '../../http/body.ts'
import { refusal } from '../errors.ts'
import { isObject } from './frames.ts'

type Message = { topic: string; event: string; payload: unknown; private: boolean }

const prefix = '/realtime/v1/api/broadcast'
const mostMessages = 100
const longestName = 200

/** `POST /realtime/v1/api/broadcast` and `…/{topic}/events/{event}`: events of the service, stored and announced in one transaction. */
export async function broadcastOverHttp(db: Db, request: Request, claims: Claims): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  const one = new RegExp(`^${prefix}/([^/]+)/events/([^/]+)$`).exec(pathname)
  if (pathname !== prefix && !one) throw refusal(404, 'Not found')
  if (request.method !== 'POST') throw refusal(405, 'Method not allowed')
  // Triggers write events about people. A client could forge them here.
  if (claims.role !== 'service_role') {
    throw refusal(claims.role === 'anon' ? 401 : 403, 'Only the service may broadcast')
  }
  const body = await readJson(request)
  const messages = one
    ? [readOne(decode(one[1]), decode(one[2]), body, searchParams.get('private') === 'true')]
    : readMany(body)
  await db.asService((tx) =>
    tx.last({
      text: `select realtime.send(m.payload::jsonb, m.event, m.topic, m.private) from
        unnest($1::text[], $2::text[], $3::text[], $4::boolean[]) with ordinality as m (payload, event, topic, private, place)
        order by m.place`,
      values: [
        messages.map(({ payload }) => JSON.stringify(payload)),
        messages.map(({ event }) => event),
        messages.map(({ topic }) => topic),
        messages.map((message) => message.private),
      ],
    }),
  )
  return new Response(null, { status: 202 })
}

function decode(part = ''): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw refusal(422, 'The address is not UTF-8')
  }
}

function readMany(body: unknown): Message[] {
  const messages = isObject(body) ? body['messages'] : undefined
  if (!Array.isArray(messages) || messages.length === 0 || messages.length > mostMessages) {
    throw refusal(422, `messages is a list of 1 to ${mostMessages}`)
  }
  return messages.map((message: unknown) => {
    if (!isObject(message)) throw refusal(422, 'A message is an object')
    const { topic, event, payload, private: isPrivate = false } = message
    if (!isObject(payload)) throw refusal(422, 'payload is an object')
    if (typeof isPrivate !== 'boolean') throw refusal(422, 'private is true or false')
    return readOne(topic, event, payload, isPrivate)
  })
}

function readOne(topic: unknown, event: unknown, payload: unknown, isPrivate: boolean): Message {
  if (payload === undefined) throw refusal(422, 'payload is missing')
  return { topic: readName('topic', topic), event: readName('event', event), payload, private: isPrivate }
}

function readName(what: string, name: unknown): string {
  if (typeof name !== 'string' || name === '' || name.length > longestName || name.includes('\u0000')) {
    throw refusal(422, `${what} is a text of 1 to ${longestName} letters`)
  }
  return name
}
