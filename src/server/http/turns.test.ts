import { describe, expect, it } from 'vitest'
import { createTurns, type TurnKey, type Turns } from './turns.ts'

class Full extends Error {}
const refuse = () => new Full('full')

/** Work that ends when the test says so. */
function control(turns: Turns) {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const send = (key: TurnKey, name: string, signal?: AbortSignal) =>
    turns(
      key,
      () => {
        started.push(name)
        return new Promise<void>((resolve) => ends.set(name, resolve))
      },
      signal,
    )
  const end = async (name: string, work: Promise<unknown>) => {
    ends.get(name)?.()
    await work
    await Promise.resolve()
  }
  return { started, send, end }
}

const account = (name: string) => ({ account: name })
const network = (name: string) => ({ network: name })
const visitor = (name: string) => ({ network: name, groups: ['visitors'] })

describe('a fair queue', () => {
  it('starts work synchronously while a place is free', () => {
    const { started, send } = control(createTurns({ all: { running: 2 }, refuse }))
    void send({}, 'first')
    void send({}, 'second')
    void send({}, 'third')
    expect(started).toEqual(['first', 'second'])
  })

  it('limits running work in all and by account', async () => {
    const turns = createTurns({ all: { running: 3 }, account: { running: 2 }, refuse })
    const { started, send, end } = control(turns)
    const [a1, a2, a3] = ['a1', 'a2', 'a3'].map((name) => send(account('a'), name))
    const b1 = send(account('b'), 'b1')
    const c1 = send(account('c'), 'c1')
    expect(started).toEqual(['a1', 'a2', 'b1'])
    // a3 came before c1, but two of its account run.
    await end('b1', b1)
    expect(started).toEqual(['a1', 'a2', 'b1', 'c1'])
    await end('a1', Promise.resolve(a1))
    expect(started.at(-1)).toBe('a3')
    await Promise.all([
      end('a2', Promise.resolve(a2)),
      end('a3', Promise.resolve(a3)),
      end('c1', Promise.resolve(c1)),
    ])
  })

  it('serves accounts in turn: an account that had a turn waits behind the others', async () => {
    const turns = createTurns({ all: { running: 1 }, account: { running: 1 }, refuse })
    const order: string[] = []
    const names = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']
    await Promise.all(names.map((name) => turns(account(name.charAt(0)), async () => void order.push(name))))
    expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3'])
  })

  it('serves accounts in turn, also when the places come from an account that waits for nothing', async () => {
    const { started, send, end } = control(createTurns({ all: { running: 2 }, refuse }))
    const [c1, c2] = [send(account('c'), 'c1'), send(account('c'), 'c2')]
    const waiting = ['a1', 'a2', 'b1'].map((name) => send(account(name.charAt(0)), name))
    await end('c1', c1)
    await end('c2', c2)
    expect(started.slice(2)).toEqual(['a1', 'b1'])
    await end('a1', Promise.resolve(waiting[0]))
    await Promise.all([end('b1', Promise.resolve(waiting[2])), end('a2', Promise.resolve(waiting[1]))])
  })

  it('lets a crowded network wait, and serves other networks', async () => {
    const turns = createTurns({ network: { running: 2, waiting: 3 }, refuse })
    const { send, end } = control(turns)
    const names = ['1', '2', '3', '4', '5']
    const crowd = names.map((name) => send(network('203.0.113'), name))
    await expect(turns(network('203.0.113'), async () => 'in')).rejects.toThrow(Full)
    await expect(turns(network('198.51.100'), async () => 'in')).resolves.toBe('in')
    for (const [at, name] of names.entries()) {
      // oxlint-disable-next-line no-await-in-loop -- each end lets the next one start
      await end(name, Promise.resolve(crowd[at]))
    }
    await expect(turns(network('203.0.113'), async () => 'in')).resolves.toBe('in')
  })

  it('counts an account over all its networks, and a visitor by the network', async () => {
    const turns = createTurns({ network: { running: 2 }, account: { running: 1 }, refuse })
    const { started, send, end } = control(turns)
    const home = send({ network: 'home', account: 'a' }, 'home')
    const away = send({ network: 'away', account: 'a' }, 'away')
    void send({ network: 'home' }, 'visitor')
    void send({ network: 'home' }, 'later')
    expect(started).toEqual(['home', 'visitor'])
    // One end frees a place of the network for one lane, and a place of the account for another.
    await end('home', home)
    expect(started.toSorted()).toEqual(['away', 'home', 'later', 'visitor'])
    void away
  })

  it('refuses work when too much waits, sooner for one account than for all', async () => {
    const all = { running: 3, waiting: 4 }
    const turns = createTurns({ all, account: { running: 2, waiting: 2 }, refuse })
    const { send } = control(turns)
    for (const name of ['a1', 'a2', 'a3', 'a4']) void send(account('a'), name)
    await expect(send(account('a'), 'a5')).rejects.toThrow(Full)
    for (const name of ['b1', 'b2', 'c1']) void send(account(name.charAt(0)), name)
    await expect(send(account('d'), 'd1')).rejects.toThrow(Full)
  })

  it('frees the place when work fails or throws', async () => {
    const turns = createTurns({ all: { running: 1, waiting: 2 }, refuse })
    const failing = turns(account('a'), () => Promise.reject(new Error('no')))
    const throwing = turns(account('a'), () => {
      throw new Error('never')
    })
    const third = turns(account('a'), async () => 'yes')
    await expect(failing).rejects.toThrow('no')
    await expect(throwing).rejects.toThrow('never')
    await expect(third).resolves.toBe('yes')
  })

  it('removes work that is aborted while it waits, and frees its place', async () => {
    const turns = createTurns({ all: { running: 1, waiting: 1 }, network: {}, refuse })
    const { started, send, end } = control(turns)
    const first = send(network('n'), 'first')
    const leaving = new AbortController()
    const left = send(network('n'), 'left', leaving.signal)
    leaving.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    const third = send(network('n'), 'third')
    await end('first', first)
    expect(started).toEqual(['first', 'third'])
    await end('third', third)
    await expect(send(network('n'), 'late', leaving.signal)).rejects.toThrow('gone')
  })

  it('refuses work that waits longer than the patience, and frees its place in the queue', async () => {
    const turns = createTurns({ all: { running: 1, waiting: 1 }, patienceMs: 1, refuse })
    const { started, send, end } = control(turns)
    const first = send(network('n'), 'first')
    await expect(send(network('n'), 'late')).rejects.toThrow('full')
    await expect(send(network('n'), 'later')).rejects.toThrow('full')
    await end('first', first)
    expect(turns.figures()).toEqual({ running: 0, waiting: 0, owners: 0 })
    const next = send(network('n'), 'next')
    await end('next', next)
    expect(started).toEqual(['first', 'next'])
  })

  it('bounds a group over all its networks and accounts, and keeps other work of its members running', async () => {
    const turns = createTurns({
      all: { running: 3 },
      groups: { visitors: { running: 2, waiting: 1 } },
      refuse,
    })
    const { started, send, end } = control(turns)
    const v1 = send(visitor('1'), 'v1')
    const v2 = send(visitor('2'), 'v2')
    const v3 = send(visitor('3'), 'v3')
    await expect(send(visitor('4'), 'v4')).rejects.toThrow(Full)
    const a1 = send({ network: '3', account: 'a' }, 'a1')
    expect(started).toEqual(['v1', 'v2', 'a1'])
    await end('v1', v1)
    expect(started.at(-1)).toBe('v3')
    await Promise.all([end('v2', v2), end('v3', v3), end('a1', a1)])
  })

  it('gives the work of one lane that waits for a group no place before its other work', async () => {
    const turns = createTurns({ network: { running: 2 }, groups: { patterns: { running: 1 } }, refuse })
    const { started, send, end } = control(turns)
    const search = { network: 'n', groups: ['patterns'] }
    const s1 = send(search, 's1')
    const s2 = send(search, 's2')
    const r1 = send(network('n'), 'r1')
    const r2 = send(network('n'), 'r2')
    expect(started).toEqual(['s1', 'r1'])
    await end('r1', r1)
    expect(started.at(-1)).toBe('r2')
    await end('s1', s1)
    expect(started.at(-1)).toBe('s2')
    await Promise.all([end('s2', s2), end('r2', r2)])
  })

  it('forgets networks and accounts when their work has ended, failed, left or was refused', async () => {
    const bounds = { running: 1, waiting: 1 }
    const turns = createTurns({ network: bounds, account: bounds, refuse })
    const { send, end } = control(turns)
    const key = { network: 'n', account: 'a' }
    const first = send(key, 'first')
    const leaving = new AbortController()
    const left = send(key, 'left', leaving.signal)
    await expect(send({ network: 'other', account: 'a' }, 'refused')).rejects.toThrow(Full)
    expect(turns.figures()).toEqual({ running: 1, waiting: 1, owners: 2 })
    leaving.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    await end('first', first)
    await expect(turns(key, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(turns.figures()).toEqual({ running: 0, waiting: 0, owners: 0 })
  })

  it('keeps its bounds when work is aborted after it began', async () => {
    const { send, end } = control(createTurns({ all: { running: 1, waiting: 1 }, refuse }))
    const first = send({}, 'first')
    const leaving = new AbortController()
    const second = send({}, 'second', leaving.signal)
    await end('first', first)
    leaving.abort(new Error('gone'))
    const third = send({}, 'third')
    await expect(send({}, 'fourth')).rejects.toThrow(Full)
    await end('second', second)
    await end('third', third)
  })
})
