import { expect, it } from 'vitest'
import { parseRequest } from './parse.ts'
import { planRead } from './plan.ts'
import type { Column, Relation } from './schema.ts'
import { mayWalk } from './walks.ts'

const posts = ['id', 'post_id', 'seq', 'created_at', 'mood', 'user_id', 'content', 'codename']
const names = [...posts, 'wall_id', 'sender_id', 'conversation_id', 'message_text']
const columns = names.map((name): Column => ({ name, type: 'pg_catalog.text', fallback: null }))
const relation = (name: string): Relation => ({
  name,
  columns: new Map(columns.map((each) => [each.name, each])),
  primaryKey: [],
  readable: { anon: columns, authenticated: columns, service_role: columns },
  readBy: null,
  insertable: false,
  updatable: false,
  deletable: false,
})
const walks = (path: string, counted = false) => {
  const [name = ''] = path.split('?')
  const query = parseRequest(new Request(`http://emote.test/rest/v1/${path}`))
  return mayWalk(planRead(query, relation(name), 'anon'), counted)
}

it.each([
  'wall_posts?mood=eq.Joy&order=seq.desc&limit=20',
  'wall_posts?mood=eq.Joy&seq=lt.90&order=seq.desc&limit=20',
  'wall_posts?id=in.(a,b)&content=neq.x',
  'public_posts?mood=eq.Joy&order=created_at.desc&or=(created_at.lt.1,and(created_at.eq.1,id.lt.a))',
  'public_posts?user_id=eq.a&mood=eq.Joy&order=created_at.desc,id.desc',
  'public_posts?mood=eq.Joy',
  'unanswered_posts?mood=eq.Joy&order=created_at&limit=20',
  'wall_comments?post_id=eq.a&order=created_at.desc,id.desc&created_at=gte.1',
  'post_comments?id=eq.a',
  'public_user_profiles?id=in.(a,b)',
  'live_chat_messages?wall_id=eq.general&seq=lt.90&order=seq.desc&limit=50',
  'direct_messages?conversation_id=eq.a&order=seq.desc&limit=50',
  'diary_posts?user_id=eq.a&order=content',
])('%s follows an index', (path) => {
  expect(walks(path)).toBe(false)
})

it.each([
  'wall_posts?order=seq.desc&limit=20',
  'wall_posts?mood=eq.Joy&order=content',
  'wall_posts?mood=eq.Joy&order=seq.desc&content=eq.x',
  'wall_posts?mood=eq.Joy&order=seq.desc&user_id=neq.a',
  'wall_posts?mood=not.eq.Joy&order=seq.desc',
  'wall_posts?mood=in.(Joy,Calm)&order=seq.desc',
  'wall_posts?mood=eq.Joy&order=seq.desc&created_at=lt.1',
  'wall_posts?mood=eq.Joy&order=seq.desc&seq=neq.1',
  'wall_posts?mood=eq.Joy&order=created_at.desc,id.asc',
  'wall_posts?or=(mood.eq.Joy,id.eq.a)',
  'wall_posts?id=not.in.(a)',
  'wall_search?mood=eq.Joy&codename=ilike.*a*&order=seq.desc',
  'wall_search?mood=eq.Joy',
  'wall_comments?order=content',
  'wall_comments?codename=eq.x',
  'live_chat_messages?wall_id=eq.general&order=created_at.desc',
  'live_chat_messages?wall_id=eq.general&codename=eq.x&order=seq.desc',
  'live_chat_messages?order=seq.desc',
  'direct_messages?sender_id=eq.a&order=seq.desc',
  'public_user_profiles?limit=1000',
  'public_user_profiles_view?codename=eq.x',
  'diary_posts?content=ilike.*a*',
])('%s may walk a table', (path) => {
  expect(walks(path)).toBe(true)
})

it('a count walks unless it counts what a key finds', () => {
  expect(walks('wall_posts?mood=eq.Joy', true)).toBe(true)
  expect(walks('wall_comments?post_id=eq.a', true)).toBe(false)
})
