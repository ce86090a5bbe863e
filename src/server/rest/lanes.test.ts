import { expect, it } from 'vitest'
import { createLanes } from './lanes.ts'

/** Work that ends when it is told to. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { work: () => promise, end: resolve }
}

it('lets a crowd of one network wait for itself, and nobody else for it', async () => {
  const inLane = createLanes(2, 3)
  const [slow, later] = [held(), held()]
  const crowd = [slow, slow, later, later, later].map(({ work }) => inLane('203.0.113', work))
  await expect(inLane('203.0.113', async () => 'in')).rejects.toMatchObject({ status: 503, code: 'PGRST003' })
  await expect(inLane('198.51.100', async () => 'in')).resolves.toBe('in')
  slow.end()
  later.end()
  await Promise.all(crowd)
  await expect(inLane('203.0.113', async () => 'in')).resolves.toBe('in')
})

it('gives the place on when the work fails', async () => {
  const inLane = createLanes(1, 1)
  const slow = held()
  const first = inLane('203.0.113', async () => {
    await slow.work()
    throw new Error('refused')
  })
  const second = inLane('203.0.113', async () => 'in')
  slow.end()
  await expect(first).rejects.toThrow('refused')
  await expect(second).resolves.toBe('in')
})
