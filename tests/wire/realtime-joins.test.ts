import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { signUp, type Person } from '../support/cast.ts'
import { collect, dial, hangUp, liveClient, subscribe, type Wire } from '../support/live.ts'

let app: TestApp
let ana: Person
let ben: Person
let cora: Person

beforeAll(async () => {
  app = await startApp()
  ;[ana, ben, cora] = await Promise.all([signUp(app, 'Ana'), signUp(app, 'Ben'), signUp(app, 'Cora')])
})
afterAll(() => app.stop())

const say = (topic: string, event: string, payload: object, isPrivate: boolean) =>
  app.owner.query('select realtime.send($1, $2, $3, $4)', [payload, event, topic, isPrivate])

describe.each(['1.0.0', '2.0.0'])('the official client, protocol %s', (vsn) => {
  it('hears a public topic without an account, in the order of what happened', async () => {
    const client = await liveClient(app, { vsn })
    const channel = client.channel('polls:global')
    const heard = collect(channel)
    expect(await subscribe(channel)).toEqual({ status: 'SUBSCRIBED', reason: '' })
    for (let n = 1; n <= 5; n++) await say('polls:global', 'poll_update', { n, says: 'kumusta 💛' }, false)
    await vi.waitFor(() => expect(heard).toHaveLength(5))
    expect(heard).toEqual(
      [1, 2, 3, 4, 5].map((n) => ({ event: 'poll_update', payload: { n, says: 'kumusta 💛' } })),
    )
    await hangUp(client)
  })

  it('hears a private topic of its own', async () => {
    const client = await liveClient(app, { vsn, token: ana.token })
    const channel = client.channel(`user-notifications-${ana.id}`, { config: { private: true } })
    const heard = collect(channel, 'notification')
    expect(await subscribe(channel)).toEqual({ status: 'SUBSCRIBED', reason: '' })
    await say(`user-notifications-${ana.id}`, 'notification', { id: 1 }, true)
    await vi.waitFor(() => expect(heard).toEqual([{ event: 'notification', payload: { id: 1 } }]))
    await hangUp(client)
  })
})
