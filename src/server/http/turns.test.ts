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
