import { afterAll, beforeAll, expect, it } from 'vitest'
import { builtInHotlines } from '../../src/shared/hotlines.ts'
import { startApp, type TestApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

it('anyone, without an account too, can read the hotlines, which are those that the app has built in', async () => {
  const response = await app.fetch('/rest/v1/hotlines?select=*&order=position.asc', {
    headers: { apikey: app.keys.anonKey, authorization: `Bearer ${app.keys.anonKey}` },
  })
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual(builtInHotlines)
})
