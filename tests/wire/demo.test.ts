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
       (select count(*)::int from public.diary_posts) as entries`,
  )
  const { posts, comments, reactions, entries } = demo
  expect(rows).toEqual([
    {
      posts: posts.length,
      comments: comments.length,
      reactions: reactions.length,
      entries: entries.length,
    },
  ])
})
