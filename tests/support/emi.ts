import { randomUUID } from 'node:crypto'
import { emi } from '../../src/shared/emi.ts'
import type { TestApp } from './app.ts'
import type { Person } from './cast.ts'
import { conversationOf, write } from './direct.ts'

type Asked = { status: number; body: Record<string, unknown> }

/** Calls Emi as the specification's client does. `fields` replace those of the body. */
export async function callEmi(
  app: Pick<TestApp, 'fetch' | 'keys'>,
  person: Person,
  where: 'dm' | 'general',
  fields: object = {},
): Promise<Asked> {
  const about =
    where === 'dm'
      ? { contextType: 'dm', conversation_id: conversationOf(person, emi) }
      : { contextType: 'tambayan', conversation_id: 'tambayan-general', wall_id: 'general' }
  const response = await app.fetch('/functions/v1/emebot-chat', {
    method: 'POST',
    headers: {
      apikey: app.keys.anonKey,
      authorization: `Bearer ${person.token}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ message: 'hi', user_id: person.id, recentContext: '', ...about, ...fields }),
  })
  return { status: response.status, body: (await response.json()) as Asked['body'] }
}

/** Writes to Emi in private. Resolves to the message's id. */
export async function tellEmi(person: Person, text = 'pagod na ako'): Promise<string> {
  const id = randomUUID()
  await write(person, emi, text, id).throwOnError()
  return id
}

/** Writes in General. Resolves to the message's id. */
export async function mentionEmi(person: Person, text = '@emi kumusta ka'): Promise<string> {
  const id = randomUUID()
  const row = { id, wall_id: 'general', sender_id: person.id, codename: person.codename, message_text: text }
  await person.client.from('live_chat_messages').insert(row).throwOnError()
  return id
}
