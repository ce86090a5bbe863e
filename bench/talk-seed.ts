import { asOwner, type BenchPostgres } from './postgres.ts'

export type Depth = { inRoom: number; inConversation: number; conversations: number }

/** The number of the reader's conversations with unread messages. */
export const unreadOnes = 10

const person = (n: string) => `md5('author ' || (${n}))::uuid`
const sorted = (one: string, other: string) =>
  `least(${one}::text collate "C", ${other}::text) || '-' || greatest(${one}::text collate "C", ${other}::text)`

/**
 * Talks of a seeded database, newest last. The reader is author 0, who writes half of the long conversation with author 1. One message of
 * ten answers another, one of twenty names somebody.
 */
export async function seedTalks(postgres: BenchPostgres, database: string, depth: Depth): Promise<void> {
  const { inRoom, inConversation, conversations } = depth
  await asOwner(postgres, database, async (client) => {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    // `signIn` takes the oldest account.
    await client.query(
      `update auth.users set created_at = created_at - interval '1 day' where id = ${person('0')}`,
    )
    await client.query(
      `insert into app.room_messages (id, seq, wall_id, sender_id, message_text, reply_to, reaction_counts, created_at)
       select md5('said ' || i)::uuid, i, 'general', ${person('i::bigint * 7919 % 4000')},
         'Kumusta kayo riyan? Hinga muna, numero ' || i || case when i % 20 = 0 then ' @{' || ${person('i % 4000')} || '}' else '' end,
         case when i % 10 = 0 then md5('said ' || greatest(1, i - 7))::uuid end,
         case when i % 5 = 0 then '{"❤️": 3, "😂": 1}'::jsonb else '{}' end,
         now() - ($1::int - i) * interval '20 seconds'
       from generate_series(1, $1::int) as i`,
      [inRoom],
    )
    await client.query(
      `insert into public.direct_messages (id, seq, conversation_id, sender_id, receiver_id, text, reactions, created_at)
       select md5('written ' || i)::uuid, i, ${sorted(person('0'), person('1'))},
         case when i % 2 = 0 then ${person('0')} else ${person('1')} end,
         case when i % 2 = 0 then ${person('1')} else ${person('0')} end,
         'Nandito lang ako, numero ' || i, '{}', now() - ($1::int - i + $2::int) * interval '30 seconds'
       from generate_series(1, $1::int) as i`,
      [inConversation, conversations],
    )
    // The other conversations have one message each. The newest ones are unread.
    await client.query(
      `insert into public.direct_messages (id, seq, conversation_id, sender_id, receiver_id, text, reactions, created_at)
       select md5('written ' || $1::int + n)::uuid, 1, ${sorted(person('0'), person('n + 1'))},
         ${person('n + 1')}, ${person('0')}, 'Kumusta ka na? ' || n, '{}', now() - ($2::int - n) * interval '30 seconds'
       from generate_series(1, $2::int - 1) as n`,
      [inConversation, conversations],
    )
    await client.query(
      `insert into public.conversation_members (conversation_id, user_id, other_id, state, unread, last_at, last_seq, created_at)
       select ${sorted(person('0'), person('n'))}, own, other, 'open',
         case when own = ${person('0')} and n > $1::int - ${unreadOnes} then 1 else 0 end,
         now() - ($1::int - n) * interval '30 seconds', case when n = 1 then $2::int else 1 end, now() - interval '90 days'
       from generate_series(1, $1::int) as n,
         lateral (values (${person('0')}, ${person('n')}), (${person('n')}, ${person('0')})) as sides (own, other)`,
      [conversations, inConversation],
    )
    await client.query('commit')
    await client.query('vacuum analyze')
  })
}
