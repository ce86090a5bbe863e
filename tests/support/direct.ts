import { randomUUID } from 'node:crypto'
import type { Person } from './cast.ts'

type Named = Pick<Person, 'id'>

export const conversationOf = (one: Named, other: Named): string => [one.id, other.id].toSorted().join('-')

/** A message as the specification's client sends it. */
export const directRow = (from: Named, to: Named, text = 'musta', id: string = randomUUID()) => ({
  id,
  conversation_id: conversationOf(from, to),
  sender_id: from.id,
  receiver_id: to.id,
  text,
})

/** Sends a message. Resolves to the answer. */
export const write = (from: Person, to: Named, text?: string, id?: string) =>
  from.client.from('direct_messages').insert(directRow(from, to, text, id))

/** Both write, so that they know each other. */
export async function meet(one: Person, other: Person): Promise<void> {
  await write(one, other, 'hi').throwOnError()
  await write(other, one, 'hello').throwOnError()
}

/** The person's own row in the list of conversations; undefined when it is out of sight. */
export async function listed(person: Person, other: Named) {
  const { data } = await person.client
    .from('conversations')
    .select('*')
    .eq('conversation_id', conversationOf(person, other))
    .maybeSingle()
    .throwOnError()
  return data as Record<string, unknown> | null
}

/** The texts of a conversation, oldest first, as the specification's client reads them. */
export async function textsOf(reader: Person, one: Person, other: Person): Promise<string[]> {
  const { data } = await reader.client
    .from('direct_messages')
    .select('*')
    .eq('conversation_id', conversationOf(one, other))
    .order('created_at', { ascending: true })
    .throwOnError()
  return data.map(({ text }: { text: string }) => text)
}
