import { describe, expect, it } from 'vitest'
import { parseRelation, parseRequest, type Query } from './parse.ts'

const read = (query: string, init?: RequestInit): Query =>
  parseRequest(new Request(`http://emote.test/rest/v1/public_posts?${query}`, init))

describe('parseRequest', () => {
  it('reads the relation from the path', () => {
    const request = new Request('http://emote.test/rest/v1/public_posts?select=/a')
    expect(parseRelation(request)).toBe('public_posts')
  })

  it('reads what the official client sends for a page of a wall', () => {
    const query = read(
      'select=id%2Ccontent&mood=eq.Joy&order=created_at.desc%2Cid.asc.nullslast&offset=20&limit=20',
    )
    expect(query).toMatchObject({
      method: 'GET',
      select: [
        { name: 'id', alias: 'id' },
        { name: 'content', alias: 'content' },
      ],
      where: [{ column: 'mood', negated: false, operator: 'eq', value: 'Joy' }],
      order: [
        { column: 'created_at', descending: true, nulls: undefined },
        { column: 'id', descending: false, nulls: 'last' },
      ],
      limit: 20,
      offset: 20,
    })
  })

  it('reads a top-level value literally, with quotes, commas, brackets and plus signs', () => {
    expect(read('content=eq."a",(b)%2Bc+d').where).toMatchObject([{ value: '"a",(b)+c d' }])
  })

  it('unquotes the values of lists and trees', () => {
    expect(read(String.raw`content=in.("a,b","c\"d\\e",f)`).where).toMatchObject([
      { operator: 'in', value: ['a,b', String.raw`c"d\e`, 'f'] },
    ])
    // The client quotes a value only for a comma or a bracket, and never escapes.
    expect(read('content=in.("a" b,"c,d",""e,f")').where).toMatchObject([
      { value: ['"a" b', 'c,d', '""e', 'f"'] },
    ])
    expect(read('content=in.("a" b)').where).toMatchObject([{ value: ['"a" b'] }])
    expect(read('or=(content.eq."a,b)",mood.not.in.(Joy,Calm))').where).toMatchObject([
      {
        join: 'or',
        negated: false,
        parts: [
          { column: 'content', negated: false, operator: 'eq', value: 'a,b)' },
          { column: 'mood', negated: true, operator: 'in', value: ['Joy', 'Calm'] },
        ],
      },
    ])
  })

  it('keeps a column apart from the word and', () => {
    expect(read('or=(and.eq.1,order.eq.2)').where).toMatchObject([
      { parts: [{ column: 'and' }, { column: 'order' }] },
    ])
  })

  it('applies the first preference of a kind and repeats the applied ones', () => {
    const headers = { prefer: 'return=representation, return=minimal,count=exact , foo' }
    const { prefer } = read('', { method: 'POST', headers })
    expect(prefer).toMatchObject({ return: 'representation', count: true })
    expect(prefer.applied).toEqual(['return=representation', 'count=exact'])
  })

  it('caps the limit at 1,000 rows, which is also the default', () => {
    expect([read('').limit, read('limit=7').limit, read('limit=9999').limit]).toEqual([1_000, 7, 1_000])
  })
})
