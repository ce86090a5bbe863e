import { expect, it } from 'vitest'
import { judgeLink } from './session-link.ts'

const hashFor = (sub: string, email: string) => {
  const payload = Buffer.from(JSON.stringify({ sub, email })).toString('base64url')
  return `#access_token=e30.${payload}.x&refresh_token=r&expires_in=900&token_type=bearer&type=signup`
}
const jun = hashFor('jun', 'Jun.Ñ@example.test')
const mina = { id: 'mina', email: 'mina@example.test' }

it('a link logs in only the person whose sign-up this browser began, while nobody is logged in', () => {
  expect(judgeLink(jun, undefined, 'jun.ñ@example.test')).toEqual({ kind: 'take' })
  expect(judgeLink(jun, undefined, 'ana@example.test')).toEqual({ kind: 'refused' })
  expect(judgeLink(jun, undefined, undefined)).toEqual({ kind: 'refused' })
})

it('a link never replaces a stored session without a question that names both accounts', () => {
  expect(judgeLink(jun, mina, 'jun.ñ@example.test')).toEqual({
    kind: 'ask',
    here: 'mina@example.test',
    linked: 'Jun.Ñ@example.test',
    tokens: { access_token: expect.stringContaining('e30.'), refresh_token: 'r' },
  })
  expect(judgeLink(jun, mina, 'mina@example.test')).toEqual({ kind: 'refused', here: 'mina@example.test' })
  expect(judgeLink(jun, mina, undefined)).toEqual({ kind: 'refused', here: 'mina@example.test' })
  expect(judgeLink(hashFor('mina', 'bago@example.test'), mina, undefined)).toEqual({ kind: 'same' })
})

it.each(['', '#error=access_denied', '#refresh_token=r'])(
  'an address without a session brings none: %s',
  (hash) => expect(judgeLink(hash, mina, 'jun@example.test')).toEqual({ kind: 'none' }),
)

it.each(['x', 'a.b.c', 'e30.e30.x', `e30.${btoa('[]')}.x`, `e30.${btoa('{"sub":1,"email":2}')}.x`])(
  'a token that says nobody is refused: %s',
  (token) => expect(judgeLink(`#access_token=${token}`, undefined, 'jun@example.test').kind).toBe('refused'),
)
