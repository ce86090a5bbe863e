import { expect, it } from 'vitest'
import { poolLogin } from './open.ts'

it("every node derives the same pool password from the owner's", () => {
  const { login, password } = poolLogin('postgresql://owner:lihim@db.example:5432/emote?sslmode=require')
  expect(password).toMatch(/^[\w-]{43}$/)
  expect(login.connectionString).toBe(
    `postgresql://authenticator:${password}@db.example:5432/emote?sslmode=require`,
  )
  expect(poolLogin('postgresql://other:lihim2@db.example/emote').password).not.toBe(password)
})

it("without an owner's password the pool gets none, since anybody could derive it", () => {
  const { login, password } = poolLogin('postgresql://owner@db.example/emote')
  expect(password).toBeUndefined()
  expect(login.connectionString).toBe('postgresql://authenticator@db.example/emote')
})
