import { afterAll, beforeAll, expect, it } from 'vitest'
import { readDemo } from '../../scripts/demo-data.ts'
import { writeDemo } from '../../scripts/demo-write.ts'
import { startApp, type TestApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

it('the demo is written within the limits of the server', async () => {
  const demo = readDemo(Date.now())
  await writeDemo({ ...app.keys, url: app.origin }, demo)
  const { rows } = await app.owner.query(
    `select (select count(*)::int from public.public_posts) as posts,
       (select count(*)::int from public.post_comments) as comments,
       (select count(*)::int from public.post_reactions) as reactions,
       (select count(*)::int from public.diary_posts) as entries,
       (select count(*)::int from app.room_messages) as said,
       (select min(created_at) from app.room_messages) as said_first,
       (select count(*)::int from public.direct_messages) as written,
       (select min(created_at) from public.direct_messages) as written_first,
       (select count(*)::int from public.live_chat_reactions) as chosen,
       (select count(*)::int from public.polls) as polls,
       (select count(*)::int from public.poll_votes) as votes,
       (select count(*)::int from public.conversation_members where state = 'request') as requests`,
  )
  const { posts, comments, reactions, entries, messages, messageReactions, polls } = demo
  expect(rows).toEqual([
    {
      posts: posts.length,
      comments: comments.length,
      reactions: reactions.length,
      entries: entries.length,
      said: messages.filter(({ to }) => !to).length,
      said_first: messages.find(({ to }) => !to)?.at,
      written: messages.filter(({ to }) => to).length,
      written_first: messages.find(({ to }) => to)?.at,
      chosen: messageReactions.length,
      polls: polls.length,
      votes: polls.flatMap(({ votes }) => votes).length,
      requests: 2,
    },
  ])
})
