import { expect, it } from 'vitest'
import { poolLogin } from './open.ts'

it('derives one password for the pool from the owner’s, the same on every node', () => {
  const { login, password } = poolLogin('postgresql://owner:lihim@db.example:5432/emote?sslmode=require')
  expect(password).toMatch(/^[\w-]{43}$/)
  expect(login.connectionString).toBe(
    `postgresql://authenticator:${password}@db.example:5432/emote?sslmode=require`,
  )
  expect(poolLogin('postgresql://other:lihim2@db.example/emote').password).not.toBe(password)
})

it('sets no password that anybody could derive when the owner has none', () => {
  const { login, password } = poolLogin('postgresql://owner@db.example/emote')
  expect(password).toBeUndefined()
  expect(login.connectionString).toBe('postgresql://authenticator@db.example/emote')
})
