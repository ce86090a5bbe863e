import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { connectRedis } from '../../src/server/realtime/redis-link.ts'
import { subscribe } from '../support/live.ts'
import type { ServerNode } from '../support/nodes.ts'
import { describeDeath, describeNodes, listen, roster, signUp } from './nodes-scenario.ts'

describe('two nodes on one PostgreSQL and one Redis', () => {
  const { nodes, redis } = describeNodes(true)

  it('work without Redis, and use it again when it is back', async () => {
    const [one, two] = nodes().nodes as [ServerNode, ServerNode]
    const [fe, gil] = [await signUp(one, 'Fe'), await signUp(two, 'Gil')]
    const settings = { config: { private: true } }
    const speaker = listen(fe.client.channel('tambayan-general', settings), 'wave')
    const heard = listen(gil.client.channel('tambayan-general', settings), 'wave')
    const here = roster(gil.client.channel('global-online-users', settings))
    await Promise.all([speaker.joined, heard.joined, here.joined])
    const wave = async (n: number) => {
      await fe.client
        .channel('tambayan-general', settings)
        .send({ type: 'broadcast', event: 'wave', payload: { n } })
      await heard.until((events) => events.some((event) => event['n'] === n))
    }
    const stored = async () =>
      (
        await nodes().database.owner.query(
          `select from realtime.messages where payload ? 'n' and event = 'wave'`,
        )
      ).rowCount
    const before = [one, two].map(({ lines }) => lines.length)
    const said = async (words: string) => {
      for (const [at, { lines }] of [one, two].entries())
        while (!lines.slice(before[at]).some((line) => line.startsWith(words))) await wait(20)
    }
    const online = fe.client.channel('global-online-users', settings)
    await subscribe(online)
    await online.track({})
    await here.until((people) => people.has(fe.id))
    await wave(10)
    expect(await stored()).toBe(0)
    await redis()?.crash()
    await said('Redis is away')
    await wave(11)
    expect(await stored()).toBe(1)
    await redis()?.restart()
    await said('Redis is back')
    await wave(12)
    expect(await stored()).toBe(1)
    // The empty Redis gets everybody again, without a word from a client.
    const link = await connectRedis(redis()?.url ?? '', () => {})
    const everybody = async () => {
      const keys = await link.client.keys('*:at:*:global-online-users')
      return keys.length > 0 ? link.client.sUnion(keys) : []
    }
    await expect.poll(everybody, { interval: 20 }).toContain(fe.id)
    await link.stop()
    await Promise.all([fe, gil].map(({ client }) => client.realtime.disconnect()))
  })

  describeDeath(nodes)
})
