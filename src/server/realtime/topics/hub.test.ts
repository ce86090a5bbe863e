import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { Hub, type Subscriber } from './hub.ts'
import type { Version } from '../wire/frames.ts'

/** A subscriber, and the texts of the frames that it took. */
function ear(version: Version = 2): Subscriber & { heard: string[] } {
  const heard: string[] = []
  return { heard, socket: { version, take: (frame) => void heard.push(frame.toString()), write() {} } }
}

function crowd(...subscribers: Subscriber[]): Hub {
  const hub = new Hub((error) => {
    throw error
  })
  for (const subscriber of subscribers) hub.enter('room', subscriber)
  return hub
}

const frame = (text: string) => (version: Version) => Buffer.from(`${text}${version};`)

it('the hub encodes the messages of one turn once for each version, and joins them', async () => {
  const ears = [ear(), ear(), ear(1)]
  let encoded = 0
  const hub = crowd(...ears)
  const encode = (version: Version) => {
    encoded++
    return frame('a')(version)
  }
  hub.say('room', encode)
  hub.say('room', frame('b'))
  await turn()
  expect(ears.map(({ heard }) => heard)).toEqual([['a2;b2;'], ['a2;b2;'], ['a1;b1;']])
  expect(encoded).toBe(2)
})

it('an exception keeps a message from one subscriber, or gives them another', async () => {
  const [all, deaf, other] = [ear(), ear(), ear(1)]
  const hub = crowd(all, deaf, other)
  hub.say('room', frame('a'), (subscriber) =>
    subscriber === deaf ? null : subscriber === other ? frame('bare') : undefined,
  )
  hub.say('room', frame('b'))
  await turn()
  expect([all.heard, deaf.heard, other.heard]).toEqual([['a2;b2;'], ['b2;'], ['bare1;', 'b1;']])
})
