import { expect, it } from 'vitest'
import { Refusal } from './errors.ts'
import { createTurns } from './turns.ts'

function begin() {
  const turns = createTurns({ atOnce: 3, eachAtOnce: 2, waiting: 4, eachWaiting: 2 })
  const started: string[] = []
  const finish = new Map<string, () => void>()
  const send = (person: string, name: string) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    return turns(person, async () => {
      started.push(name)
      finish.set(name, resolve)
      await promise
    })
  }
  const end = async (name: string, work: Promise<unknown>) => {
    finish.get(name)?.()
    await work
    await Promise.resolve()
  }
  return { started, send, end }
}

it('lets so many in at once, and of one person fewer', async () => {
  const { started, send, end } = begin()
  const a1 = send('a', 'a1')
  const a2 = send('a', 'a2')
  const a3 = send('a', 'a3')
  const b1 = send('b', 'b1')
  const c1 = send('c', 'c1')
  expect(started).toEqual(['a1', 'a2', 'b1'])
  // a3 was there before c1, but its person has two others running.
  await end('b1', b1)
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1'])
  await end('a1', a1)
  expect(started.at(-1)).toBe('a3')
  await Promise.all([end('a2', a2), end('a3', a3), end('c1', c1)])
})

it('goes round: who had a turn comes after the others, whoever stood in line first', async () => {
  const turns = createTurns({ atOnce: 1, eachAtOnce: 1 })
  const order: string[] = []
  const names = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']
  await Promise.all(names.map((name) => turns(name.charAt(0), async () => void order.push(name))))
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
})

it('refuses who would wait too long, and one person before everybody', async () => {
  const { send } = begin()
  for (const [person, name] of [
    ['a', 'a1'],
    ['a', 'a2'],
    ['a', 'a3'],
    ['a', 'a4'],
  ] as const)
    void send(person, name)
  await expect(send('a', 'a5')).rejects.toThrow(Refusal)
  void send('b', 'b1')
  void send('b', 'b2')
  void send('c', 'c1')
  await expect(send('d', 'd1')).rejects.toMatchObject({ code: 'SlowDown', headers: { 'retry-after': '5' } })
})

it('goes on after work that failed', async () => {
  const turns = createTurns({ atOnce: 1, eachAtOnce: 1, waiting: 1, eachWaiting: 1 })
  await expect(turns('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await turns('a', () => Promise.resolve('yes'))).toBe('yes')
})
