/**
 * Writes the demo through the API as its cast, so policies, triggers and counts work as usual. The service key dates posts and comments,
 * and gives two people Premium.
 */
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { emi } from '../src/shared/emi.ts'
import type { Demo, Member } from './demo-data.ts'

export type Server = { url: string; anonKey: string; serviceKey: string }
type Person = { id: string; client: SupabaseClient }
type People = (name: string) => Person

export const addressOf = (member: Pick<Member, 'name'>) => `${member.name}@demo.test`

const connect = (url: string, key: string) =>
  createClient(url, key, {
    auth: { autoRefreshToken: false, persistSession: false, detectSessionInUrl: false },
  })

/** Addresses of accounts outside the cast. Empty when the whole cast exists: visitors have then joined a demo. */
export async function strangersIn({ url, serviceKey }: Server, cast: Member[]): Promise<string[]> {
  const { data } = await connect(url, serviceKey)
    .from('user_profiles')
    .select('email')
    .neq('id', emi.id)
    .throwOnError()
  const found = data.map(({ email }) => String(email))
  const own = cast.map(addressOf)
  return own.every((address) => found.includes(address))
    ? []
    : found.filter((address) => !own.includes(address))
}

export async function writeDemo(server: Server, demo: Demo): Promise<void> {
  const service = connect(server.url, server.serviceKey)
  const cast = await enterCast(server, demo.cast)
  // Her words are the server's own.
  const people: People = (name) => (name === 'emi' ? { id: emi.id, client: service } : cast(name))
  await givePremium(service, demo.cast, people)
  await writePosts(service, demo, people)
  await writeAnswers(service, demo, people)
  await writeTalks(service, demo, people, server.url)
  await writePolls(service, demo, people)
  await writeCircle(demo, people)
}

/** Signs everybody up, or in when an earlier run did so. */
async function enterCast({ url, anonKey }: Server, cast: Member[]): Promise<People> {
  const entered = await Promise.all(
    cast.map(async (member): Promise<[string, Person]> => {
      const client = connect(url, anonKey)
      const credentials = { email: addressOf(member), password: member.password }
      const signed = await client.auth.signUp({
        ...credentials,
        options: { data: { codename: member.codename } },
      })
      const { data, error } = signed.error ? await client.auth.signInWithPassword(credentials) : signed
      if (error || !data.user)
        throw new Error(`${member.name} cannot log in: ${error?.message ?? 'no account'}`)
      await client
        .from('user_profiles')
        .upsert(
          { id: data.user.id, email: credentials.email, codename: member.codename },
          { onConflict: 'id' },
        )
        .throwOnError()
      return [member.name, { id: data.user.id, client }]
    }),
  )
  const known = new Map(entered)
  return (name) => {
    const person = known.get(name)
    if (!person) throw new Error(`${name} is not of the cast`)
    return person
  }
}

async function givePremium(service: SupabaseClient, cast: Member[], people: People): Promise<void> {
  const until = new Date(Date.now() + 365 * 86_400_000).toISOString()
  await Promise.all(
    cast
      .filter(({ premium }) => premium)
      .map(({ name }) =>
        service
          .from('user_profiles')
          .update({ is_premium: true, premium_until: until })
          .eq('id', people(name).id)
          .throwOnError(),
      ),
  )
}

/** One at a time: the wall shows posts in the order of storing. */
async function writePosts(service: SupabaseClient, { posts }: Demo, people: People): Promise<void> {
  for (const post of posts) {
    // oxlint-disable-next-line no-await-in-loop -- see above
    await people(post.by)
      .client.from('public_posts')
      .upsert(
        {
          id: post.id,
          mood: post.mood,
          content: post.text,
          template_url: post.template,
          anonymous: post.nameless,
          content_warning: post.warning,
        },
        { onConflict: 'id', ignoreDuplicates: true },
      )
      .throwOnError()
  }
  await fewAtOnce(posts, ({ id, at }) =>
    service.from('public_posts').update({ created_at: at.toISOString() }).eq('id', id).throwOnError(),
  )
}

/** Four at once: the server refuses an account, or a network, that lets hundreds of requests wait. */
async function fewAtOnce<Item>(items: readonly Item[], write: (item: Item) => PromiseLike<unknown>) {
  const rest = items.values()
  const worker = async () => {
    // oxlint-disable-next-line no-await-in-loop -- see above
    for (const item of rest) await write(item)
  }
  await Promise.all([worker(), worker(), worker(), worker()])
}

async function writeAnswers(service: SupabaseClient, demo: Demo, people: People): Promise<void> {
  const once = { onConflict: 'id', ignoreDuplicates: true }
  const comments = demo.comments.map(({ id, post, by, text, at }) => ({
    id,
    post_id: post,
    user_id: people(by).id,
    content: text,
    created_at: at.toISOString(),
    // Another time than `created_at` would mark the comment as edited.
    updated_at: at.toISOString(),
  }))
  await service.from('post_comments').upsert(comments, once).throwOnError()
  await fewAtOnce(demo.reactions, ({ id, by, post, emoji }) =>
    people(by).client.from('post_reactions').upsert({ id, post_id: post, emoji }, once).throwOnError(),
  )
  await fewAtOnce(demo.cast, async ({ name }) => {
    const entries = demo.entries
      .filter(({ by }) => by === name)
      .map(({ id, mood, text, at }) => ({ id, mood, content: text, created_at: at.toISOString() }))
    if (entries.length > 0) await people(name).client.from('diary_posts').upsert(entries, once).throwOnError()
  })
}

/** One at a time, because the order of storing is the order on the screen. The service's rows keep their own times. */
async function writeTalks(service: SupabaseClient, demo: Demo, people: People, url: string): Promise<void> {
  for (const { id, by, to, text, at, replyTo } of demo.messages) {
    const sender_id = people(by).id
    const created_at = at.toISOString()
    const words = text
      .replaceAll(/@\{(\w+)\}/g, (_, name: string) => `@{${people(name).id}}`)
      .replace(/^sticker:([a-z-]+)$/, `${url}/stickers/$1.svg`)
    const writing = to
      ? service.from('direct_messages').insert({
          id,
          conversation_id: [sender_id, people(to).id].toSorted().join('-'),
          sender_id,
          receiver_id: people(to).id,
          text: words,
          created_at,
        })
      : service
          .from('live_chat_messages')
          .insert({ id, sender_id, wall_id: 'general', message_text: words, reply_to: replyTo, created_at })
    // oxlint-disable-next-line no-await-in-loop -- see above
    const { error, status } = await writing
    // An earlier run has stored it.
    if (error && status !== 409) throw new Error(`${by} could not say "${text}": ${error.message}`)
    // The writer has read the messages before this one.
    if (to && by !== 'emi')
      await people(by).client.from('conversation_members').update({ unread: 0 }).eq('other_id', people(to).id)
  }
  await fewAtOnce(demo.messageReactions, ({ id, by, message, emoji }) =>
    people(by)
      .client.from('live_chat_reactions')
      .upsert({ id, message_id: message, emoji }, { onConflict: 'id', ignoreDuplicates: true })
      .throwOnError(),
  )
}

/** The service writes the votes too: some polls have ended. */
async function writePolls(service: SupabaseClient, { polls }: Demo, people: People): Promise<void> {
  const rows = polls.map(({ id, by, question, options, at, ends }) => ({
    id,
    user_id: people(by).id,
    question,
    options,
    created_at: at,
    expires_at: ends,
  }))
  await service.from('polls').upsert(rows, { onConflict: 'id', ignoreDuplicates: true }).throwOnError()
  const votes = polls.flatMap(({ id, at, votes: given }) =>
    given.map(({ by, option }, index) => ({
      poll_id: id,
      user_id: people(by).id,
      option_index: option,
      created_at: new Date(at.getTime() + (index + 1) * 60_000),
    })),
  )
  await service
    .from('poll_votes')
    .upsert(votes, { onConflict: 'poll_id,user_id', ignoreDuplicates: true })
    .throwOnError()
}

/** Reports, blocks and mutes; last, because a block ends what two people can do for each other. */
async function writeCircle({ reports, blocks, mutes }: Demo, people: People): Promise<void> {
  for (const { by, post, reason, details } of reports) {
    const { client, id } = people(by)
    // oxlint-disable-next-line no-await-in-loop -- few, and each waits for a lock of its reporter
    await client.functions.invoke('submit-report', {
      body: {
        reported_item_type: 'public_post',
        reported_item_id: post,
        reason,
        details,
        reporter_id: id,
      },
    })
  }
  const once = { ignoreDuplicates: true }
  await Promise.all([
    ...blocks.map(([by, of]) =>
      people(by)
        .client.from('user_blocks')
        .upsert({ blocked_id: people(of).id }, { ...once, onConflict: 'blocker_id,blocked_id' })
        .throwOnError(),
    ),
    ...mutes.map(([by, of]) =>
      people(by)
        .client.from('user_mutes')
        .upsert({ muted_id: people(of).id }, { ...once, onConflict: 'muter_id,muted_id' })
        .throwOnError(),
    ),
  ])
}
