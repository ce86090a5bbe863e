import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { signUp, type Person } from '../support/cast.ts'

let app: TestApp
let mina: Person
let karlo: Person
beforeAll(async () => {
  app = await startApp()
  mina = await signUp(app, 'Mina')
  karlo = await signUp(app, 'Karlo')
})
afterAll(() => app.stop())

const sixteen = Array.from({ length: 16 }, (_, n) => n)

describe('at the same moment', () => {
  it('sixteen tabs make one profile', async () => {
    await app.owner.query('delete from public.user_profiles where id = $1', [mina.id])
    const answers = await Promise.all(
      sixteen.map((n) =>
        mina.client
          .from('user_profiles')
          .upsert({ id: mina.id, email: mina.email, codename: `Kalma ${n}` }, { onConflict: 'id' })
          .select(),
      ),
    )
    expect(answers.map(({ error }) => error)).toEqual(sixteen.map(() => null))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const { rows } = await app.owner.query(
      'select count(*)::int as n from public.user_profiles where id = $1',
      [mina.id],
    )
    expect(rows).toEqual([{ n: 1 }])
  })

  it('sixteen taps make one reaction, counted once', async () => {
    const { data } = await mina.client
      .from('public_posts')
      .insert({ mood: 'Joy', content: 'sabay' })
      .select('id')
      .single()
    const answers = await Promise.all(
      sixteen.map(() =>
        karlo.client.from('post_reactions').insert({ post_id: data?.id, user_id: karlo.id, emoji: '❤️' }),
      ),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(15)
    const post = await app.client().from('public_posts').select('reaction_counts').eq('id', data?.id).single()
    expect(post.data).toEqual({ reaction_counts: { '❤️': 1 } })
  })

  it('sixteen deletes of one comment count it once', async () => {
    const { data: post } = await mina.client
      .from('public_posts')
      .insert({ mood: 'Joy', content: 'x' })
      .select('id')
      .single()
    const { data } = await karlo.client
      .from('post_comments')
      .insert({ post_id: post?.id, user_id: karlo.id, content: 'x' })
      .select('id')
      .single()
    const answers = await Promise.all(
      sixteen.map(() => karlo.client.from('post_comments').delete({ count: 'exact' }).eq('id', data?.id)),
    )
    expect(answers.reduce((sum, { count }) => sum + (count ?? 0), 0)).toBe(1)
    const left = await app.client().from('public_posts').select('comment_count').eq('id', post?.id).single()
    expect(left.data).toEqual({ comment_count: 0 })
  })
})
