import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { emi } from '../../src/shared/emi.ts'
import { type AiServer, says } from './ai-server.ts'
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

/** Forgets talks, uses, blocks and care modes, so that the same people begin anew. */
export async function forgetTalks({ owner }: Pick<TestApp, 'owner'>): Promise<void> {
  const tables = [
    'app.room_messages',
    'app.emi_turns',
    'app.emi_talks',
    'public.conversation_members',
    'public.usage_emi_messages',
    'public.emi_care',
    'public.user_blocks',
    'public.user_mutes',
  ]
  await owner.query(tables.map((table) => `delete from ${table}`).join('; '))
}

type Row = { id: string; text: string; reply_to: string | null }

/** Emi's answers to a person, or in General, oldest first. */
export async function answersOfEmi({ owner }: Pick<TestApp, 'owner'>, person?: Person): Promise<Row[]> {
  const { rows } = await owner.query<Row>(
    person
      ? 'select id, text, null as reply_to from public.direct_messages where sender_id = $1 and conversation_id = $2 order by seq'
      : `select id, message_text as text, reply_to from app.room_messages where sender_id = $1 and $2 = '' order by seq`,
    [emi.id, person ? conversationOf(person, emi) : ''],
  )
  return rows
}

/** The person's settled uses, and the reserved ones. */
export async function usesOf({ owner }: Pick<TestApp, 'owner'>, { id }: Person) {
  const { rows } = await owner.query<{ settled: number; reserved: number }>(
    `select count(settled_at)::int as settled, (count(*) - count(settled_at))::int as reserved
     from public.usage_emi_messages where user_id = $1`,
    [id],
  )
  return rows[0]
}

/** The provider holds the next calls until they are released. */
export function holdAnswers(provider: AiServer, words: string) {
  const held: (() => void)[] = []
  provider.behave((response, asked) => held.push(() => says(words)(response, asked)))
  return {
    arrived: async (count = 1) => await expect.poll(() => held.length).toBe(count),
    release() {
      provider.behave(says(words))
      for (const answer of held) answer()
    },
  }
}
