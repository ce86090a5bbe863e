import { describe, expect, it } from 'vitest'
import { parseRequest } from './parse.ts'
import { planChange, planInsert, planRead } from './plan.ts'
import type { Column, Relation } from './schema.ts'
import { changeStatement, insertStatement, readStatement } from './sql.ts'

const column = (name: string, type = 'text'): Column => ({ name, type: `pg_catalog.${type}`, fallback: null })
const id = column('id', 'uuid')
const all = [id, column('created_at', 'timestamptz'), column('mood'), column('od"d')]
const posts: Relation = {
  name: 'posts',
  columns: new Map(all.map((each) => [each.name, each])),
  primaryKey: [id],
  readable: { anon: [id], authenticated: all, service_role: all },
  readBy: null,
  insertable: true,
  updatable: true,
  deletable: true,
}
const request = (query: string, init?: RequestInit) =>
  parseRequest(new Request(`http://emote.test/rest/v1/posts?${query}`, init))
const plain = { head: false, counted: false, single: false }
const read = (query: string) => readStatement(planRead(request(query), posts, 'anon'), plain)

describe('readStatement', () => {
  it('is the same text for the same shape, with every value a typed parameter', () => {
    const first = read(`mood=eq.Joy&id=in.(a,b)&select=id&limit=20`)
    const second = read(`mood=eq.' or true --&id=in.(c)&select=id&limit=20`)
    expect(first.text).toBe(second.text)
    expect(first.text).toContain(
      'where "mood" = $1::pg_catalog.text and "id" = any($2::pg_catalog.uuid[]) limit 20',
    )
    expect(second.values).toEqual([`' or true --`, ['c']])
  })

  it('is planned with its values when one of them is a pattern', () => {
    expect(read('mood=eq.Joy').unnamed).toBe(false)
    const names = {
      ...posts,
      name: 'wall_search',
      columns: new Map([...posts.columns, ['codename', column('codename')]]),
    }
    for (const query of [
      'codename=ilike.*a*',
      'codename=not.like.a*',
      'or=(id.eq.x,and(id.eq.y,codename.ilike.a))',
    ])
      expect(readStatement(planRead(request(query), names, 'anon'), plain).unnamed).toBe(true)
  })

  it('expands * to the columns of the role', () => {
    expect(read('').text).toContain('(select "id" from public."posts" limit 1000)')
    expect(read('select=mood').text).toContain('(select "mood" from')
  })

  it("quotes names, and orders by the table's column even when an alias has its name", () => {
    expect(read('select=mood:id&order=mood.desc').text).toContain('order by public."posts"."mood" desc')
    expect(read('od"d=is.null').text).toContain('where "od""d" is null')
  })

  it('turns the cursor of a page into a row comparison, and no other condition', () => {
    const cursor = 'or=(created_at.lt.X,and(created_at.eq.X,id.lt.Y))'
    expect(read(cursor)).toMatchObject({ values: ['X', 'Y'] })
    expect(read(cursor).text).toContain(
      'where ("created_at", "id") < ($1::pg_catalog.timestamptz, $2::pg_catalog.uuid) limit',
    )
    const others = [
      'or=(created_at.lt.X,and(created_at.eq.Z,id.lt.Y))',
      'or=(created_at.lt.X,and(created_at.eq.X,id.gt.Y))',
      'or=(created_at.lte.X,and(created_at.eq.X,id.lt.Y))',
      'or=(created_at.lt.X,and(mood.eq.X,id.lt.Y))',
      'or=(created_at.lt.X,and(created_at.not.eq.X,id.lt.Y))',
      'not.or=(created_at.lt.X,and(created_at.eq.X,id.lt.Y))',
      'or=(created_at.lt.X,or(created_at.eq.X,id.lt.Y))',
      'or=(created_at.lt.X,and(created_at.eq.X,id.lt.Y),mood.eq.Joy)',
    ]
    for (const other of others) expect(read(other).text).toContain(' or ')
  })
})

const body = (value: unknown) => ({ value, text: JSON.stringify(value) })

describe('writing', () => {
  it('inserts only the columns of the payload, from the unchanged JSON', () => {
    const plan = planInsert(request('', { method: 'POST' }), posts, 'anon', body({ mood: 'Joy' }))
    expect(insertStatement(plan, false)).toEqual({
      text: 'insert into public."posts" ("mood") select "mood" from jsonb_to_recordset($1::jsonb) as _body("mood" pg_catalog.text)',
      values: ['[{"mood":"Joy"}]'],
    })
  })

  it('updates and deletes only with a filter', () => {
    const query = request('id=eq.1', { method: 'PATCH' })
    expect(changeStatement(planChange(query, posts, 'anon', body({ mood: 'Joy' })), false)).toEqual({
      text: 'update public."posts" set ("mood") = (select "mood" from jsonb_to_record($1::jsonb) as _body("mood" pg_catalog.text)) where "id" = $2::pg_catalog.uuid',
      values: ['{"mood":"Joy"}', '1'],
      unnamed: false,
    })
    expect(() => planChange(request('', { method: 'DELETE' }), posts, 'anon')).toThrow(
      'requires a WHERE clause',
    )
  })
})
