import 'fake-indexeddb/auto'
import { beforeEach, expect, it, vi } from 'vitest'
import type { QueuedComment } from '../device/kept.ts'
import { enqueue, forgetStored, readOutbox, takeBack } from './queue.ts'
import { queueReaction } from './send.ts'
import { sendOutbox } from './sender.ts'
import { onReplySent, waiting } from './waiting.ts'

type Refusal = { error: { code: string; message: string }; status: number; data: null }
/** A server with comments and one reaction a post. `meet` answers instead. */
const server = vi.hoisted(() => ({
  comments: [] as { id: string; user_id: string; content: string }[],
  reactions: [] as string[],
  withdrawn: [] as string[],
  meet: undefined as (() => Refusal | undefined) | undefined,
}))
const here = vi.hoisted(() => ({ person: '' }))

vi.mock('../../lib/session.ts', () => ({
  personHere: () => here.person,
  isAtHome: (userId: string) => userId === here.person,
  hasLeft: () => false,
  onPersonChange: () => undefined,
}))
vi.mock('../../lib/supabase.ts', () => ({
  auth: () => ({
    getSession: async () => ({ data: { session: { user: { id: here.person } } }, error: null }),
  }),
  db: {},
  invoke: async (_name: string, { id }: { id: string }) => {
    server.withdrawn.push(id)
    return { status: 200, body: { success: true } }
  },
}))
vi.mock('./replies.ts', async (load) => ({
  ...(await load<object>()),
  storeComment: async (row: { id: string; user_id: string; content: string }) => {
    const refusal = server.meet?.()
    if (refusal) return refusal
    server.comments = [...server.comments.filter(({ id }) => id !== row.id), row]
    return { data: row, error: null, status: 201 }
  },
  storeReaction: async (_own: object, from: string | null, to: string | null) => {
    const refusal = server.meet?.()
    if (refusal) return refusal
    server.reactions.push(`${from} to ${to}`)
    return { error: null, status: 201 }
  },
}))
const signal = { onLine: false }
vi.stubGlobal('navigator', signal)

let people = 0
beforeEach(() => {
  here.person = `person-${people++}`
  signal.onLine = false
  Object.assign(server, { comments: [], reactions: [], withdrawn: [], meet: undefined })
  for (const [postId] of waiting.entries()) waiting.drop(postId)
})

const comment = (id: string, attempted?: true): QueuedComment => ({
  id,
  destination: 'comment',
  row: { post_id: 'post', content: `Yakap ${id}` },
  writtenAt: '2026-11-22T01:00:00Z',
  ...(attempted && { isAttempted: attempted }),
})
const react = (emoji: string | null, was: string | null = null, isAttempted?: true) =>
  queueReaction(here.person, { row: { post_id: 'post', emoji, was }, ...(isAttempted && { isAttempted }) })
const count = async () => (await readOutbox(here.person)).length
const sendNow = () => {
  signal.onLine = true
  return sendOutbox(here.person)
}

it('a comment waits under its post, is sent once, and is told before it leaves', async () => {
  await enqueue(here.person, comment('one', true))
  expect(waiting.read('post')?.comments).toMatchObject([{ id: 'one' }])
  const told: unknown[] = []
  const stop = onReplySent((item, stored) =>
    told.push([item.id, stored?.content, waiting.read('post')?.comments.length]),
  )
  await Promise.all([sendNow(), sendNow()])
  await sendNow()
  stop()
  expect(server.comments).toMatchObject([{ id: 'one', user_id: here.person, content: 'Yakap one' }])
  expect(told).toEqual([['one', 'Yakap one', 1]])
  expect([await count(), waiting.read('post')]).toEqual([0, undefined])
})

it('a comment that is taken back is not sent, and is withdrawn when the server may have it', async () => {
  await enqueue(here.person, comment('one'))
  await enqueue(here.person, comment('two', true))
  await takeBack(here.person, 'one')
  await takeBack(here.person, 'two')
  expect(waiting.read('post')).toBeUndefined()
  await sendNow()
  expect([server.comments, server.withdrawn, await count()]).toEqual([[], ['two'], 0])
})

it('a comment that was stored after all leaves without a withdrawal', async () => {
  await enqueue(here.person, comment('one', true))
  await forgetStored(here.person, 'one')
  await sendNow()
  expect([server.comments, server.withdrawn, await count()]).toEqual([[], [], 0])
})

it('of several wishes for a post only the last is sent, and a wish for what the server has leaves nothing', async () => {
  await react('👍')
  await react('😂')
  await react('❤️')
  expect(waiting.read('post')?.reaction?.row.emoji).toBe('❤️')
  expect(await count()).toBe(1)
  await react(null)
  expect([await count(), waiting.read('post')]).toEqual([0, undefined])
  await react('😮', '👍')
  await sendNow()
  expect([server.reactions, await count()]).toEqual([['👍 to 😮'], 0])
})

it('a wish that may have arrived is taken back by a request', async () => {
  await react('👍', null, true)
  await react(null)
  await sendNow()
  expect([server.reactions, await count()]).toEqual([['null to null'], 0])
})

it('a wish that comes while another is sent is sent after it', async () => {
  await react('👍')
  server.meet = () => {
    server.meet = undefined
    void react('😂')
    return undefined
  }
  await sendNow()
  expect([server.reactions, await count()]).toEqual([['null to 👍', '👍 to 😂'], 0])
})

it('a refused comment stays with kind words, and a refused reaction is dropped', async () => {
  await enqueue(here.person, comment('one'))
  await react('👍')
  server.meet = () => ({
    data: null,
    error: { code: '42501', message: 'violates row-level security' },
    status: 403,
  })
  await sendNow()
  expect(await readOutbox(here.person)).toMatchObject([
    { id: 'one', refusal: 'Hindi ka makakapagkomento sa post na ’to.' },
  ])
})

it("another person's log-in neither sees nor sends what waits", async () => {
  const writer = here.person
  await enqueue(writer, comment('one'))
  await react('👍')
  here.person = 'somebody else'
  signal.onLine = true
  await sendOutbox(writer)
  await sendOutbox(here.person)
  expect([server.comments, server.reactions]).toEqual([[], []])
  here.person = writer
  expect(await count()).toBe(2)
})
