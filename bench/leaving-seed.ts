import { randomBytes } from 'node:crypto'
import { asOwner, type BenchPostgres } from './postgres.ts'

/** The person who leaves, in a database of `seed` with at least `rows` posts and authors. */
export const leaver = '00000000-0000-4000-8000-0000000000aa'
const mina = `'${leaver}'::uuid`
const author = (n: string) => `md5('author ' || (${n}))::uuid`
const post = (n: string) => `md5('post ' || (${n}))::uuid`
const conversation = `least(${mina}::text collate "C", ${author('i')}::text) || '-' || greatest(${mina}::text collate "C", ${author('i')}::text)`
const word = `'Hinga muna, numero ' || i`

/** What the rows of a table are made of, by `i`. Other tables of the list follow from them. */
const tables: readonly (readonly [table: string, columns: string, values: string])[] = [
  [
    'public.public_posts',
    'id, author_id, user_id, anonymous, codename, mood, content, reaction_counts, comment_count',
    `md5('her post ' || i)::uuid, ${mina}, case when i % 10 > 0 then ${mina} end, i % 10 = 0, 'Anonymous', 'Calm', ${word}, '{"❤️": 1}', 1`,
  ],
  [
    'public.post_comments',
    'post_id, user_id, content',
    `md5('her post ' || i)::uuid, ${author('i')}, ${word}`,
  ],
  ['public.post_reactions', 'post_id, user_id, emoji', `md5('her post ' || i)::uuid, ${author('i')}, '❤️'`],
  [
    'public.post_notices',
    'user_id, post_id, kind, since',
    `${mina}, md5('her post ' || i)::uuid, 'comment', now()`,
  ],
  ['public.post_comments', 'post_id, user_id, content', `${post('i')}, ${mina}, ${word}`],
  ['public.post_reactions', 'post_id, user_id, emoji', `${post('i')}, ${mina}, '❤️'`],
  ['public.diary_posts', 'user_id, mood, content, rev', `${mina}, 'Calm', ${word}, i`],
  [
    'public.direct_messages',
    'seq, conversation_id, sender_id, receiver_id, text',
    `1, ${conversation}, ${mina}, ${author('i')}, ${word}`,
  ],
  [
    'public.conversation_members',
    'conversation_id, user_id, other_id',
    `${conversation}, ${mina}, ${author('i')}`,
  ],
  [
    'public.conversation_members',
    'conversation_id, user_id, other_id',
    `${conversation}, ${author('i')}, ${mina}`,
  ],
  [
    'app.room_messages',
    'id, seq, wall_id, sender_id, message_text, reaction_counts',
    `md5('hers ' || i)::uuid, i * 2, 'general', ${mina}, ${word}, '{"👍": 1}'`,
  ],
  [
    'app.room_messages',
    'id, seq, wall_id, sender_id, message_text, reaction_counts',
    `md5('theirs ' || i)::uuid, i * 2 + 1, 'general', ${author('i')}, ${word} || ' @{${leaver}}', '{"👍": 1}'`,
  ],
  [
    'public.live_chat_reactions',
    'message_id, user_id, emoji',
    `md5('hers ' || i)::uuid, ${author('i')}, '👍'`,
  ],
  ['public.live_chat_reactions', 'message_id, user_id, emoji', `md5('theirs ' || i)::uuid, ${mina}, '👍'`],
  ['public.mentions', 'message_id, user_id, sender_id', `md5('theirs ' || i)::uuid, ${mina}, ${author('i')}`],
  ['public.mentions', 'message_id, user_id, sender_id', `md5('hers ' || i)::uuid, ${author('i')}, ${mina}`],
  ['public.usage_ai_refinements', 'user_id, settled_at', `${mina}, now()`],
  ['public.usage_emi_messages', 'user_id, settled_at', `${mina}, now()`],
  ['public.user_blocks', 'blocker_id, blocked_id', `${mina}, ${author('i')}`],
  ['public.user_blocks', 'blocker_id, blocked_id', `${author('i')}, ${mina}`],
  ['public.user_mutes', 'muter_id, muted_id', `${mina}, ${author('i')}`],
  ['public.user_mutes', 'muter_id, muted_id', `${author('i')}, ${mina}`],
  [
    'public.reports',
    'reporter_id, reported_item_type, reported_item_id, reason, reported_user_id, reported_content',
    `${mina}, 'public_post', ${post('i')}, 'spam', ${author('i')}, ${word}`,
  ],
  [
    'public.reports',
    'reporter_id, reported_item_type, reported_item_id, reason, reported_user_id, reported_content',
    `${author('i')}, 'public_post', md5('her post ' || i)::uuid, 'spam', ${mina}, ${word}`,
  ],
  [
    'app.emi_turns',
    'message_id, topic, asker, seq, answered_at',
    `md5('hers ' || i)::uuid, 'tambayan-general', ${mina}, i, now()`,
  ],
  ['storage.blobs', 'id, size, refs', `$2 || lpad(to_hex(i), 16, '0'), 9, 1`],
  [
    'public.chat_uploads',
    'id, user_id, object_name, name, mime, type, size, state',
    `md5('file ' || i)::uuid, ${mina}, md5('file ' || i)::uuid || '.png', 'a.png', 'image/png', 'image', 9, 'ready'`,
  ],
  [
    'storage.objects',
    'bucket_id, name, owner_id, blob_id, metadata',
    `'chat-files', md5('file ' || i)::uuid || '.png', null, $2 || lpad(to_hex(i), 16, '0'), '{}'`,
  ],
  [
    'realtime.messages',
    'topic, event, payload',
    `'user-notifications-' || ${mina}, 'post_notice', jsonb_build_object('postId', md5('her post ' || i)::uuid)`,
  ],
]

/** Gives one person this many rows in every table. */
export async function seedLeaver(postgres: BenchPostgres, database: string, rows: number): Promise<void> {
  const blob = `${randomBytes(32).toString('hex')}-`
  await asOwner(postgres, database, async (client) => {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await client.query(`insert into auth.users (id, email) values (${mina}, 'mina@example.test')`)
    await client.query(
      `insert into public.user_profiles (id, email, codename) values (${mina}, 'mina@example.test', 'Tahimik Mina')`,
    )
    for (const [table, columns, values] of tables) {
      const usesBlob = values.includes('$2')
      // oxlint-disable-next-line no-await-in-loop -- one connection
      await client.query(
        `insert into ${table} (${columns}) select ${values} from generate_series(1, $1::int) as i on conflict do nothing`,
        usesBlob ? [rows, blob] : [rows],
      )
    }
    await client.query('insert into public.diary_heads (id, rev, entries) values ($1, $2::int, $2::int)', [
      leaver,
      rows,
    ])
    await client.query(
      `update public.public_posts as p set comment_count = comment_count + 1,
         reaction_counts = reaction_counts || jsonb_build_object('❤️', coalesce((reaction_counts ->> '❤️')::int, 0) + 1)
       from generate_series(1, $1::int) as i where p.id = ${post('i')}`,
      [rows],
    )
    await client.query('commit')
    await client.query('vacuum analyze')
    await client.query('checkpoint')
  })
}
