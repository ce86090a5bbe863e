import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { expect, it } from 'vitest'
import { proveWork } from './captcha.ts'

it('a refused request is sent again with its fields and a solution that the server accepts', async () => {
  const secrets = { hmacSignatureSecret: 'a', hmacKeySignatureSecret: 'b' }
  const challenge = await createChallenge({
    ...secrets,
    algorithm: 'PBKDF2/SHA-256',
    cost: 10,
    counter: 7,
    deriveKey,
  })
  const body = JSON.stringify({ email: 'mina@example.test', gotrue_meta_security: { captcha_token: null } })
  const sent = JSON.parse(await proveWork(body, challenge)) as {
    email: string
    gotrue_meta_security: { captcha_token: string }
  }
  expect(sent.email).toBe('mina@example.test')
  const given = JSON.parse(atob(sent.gotrue_meta_security.captcha_token)) as Pick<
    Parameters<typeof verifySolution>[0],
    'challenge' | 'solution'
  >
  expect(given.challenge).toEqual(challenge)
  expect(await verifySolution({ ...secrets, ...given, deriveKey })).toMatchObject({ verified: true })
})
