import { expect, it } from 'vitest'
import { Channel } from './channel.ts'
import { Origins } from './origins.ts'
import type { ChannelSocket } from './channel.ts'

const config = { private: true, ack: false, self: false, presence: false }

function createChannel(): Channel {
  const channels = new Map<string, Channel>()
  const channel = new Channel({ channels } as ChannelSocket, 'realtime:room', '1', config)
  channels.set(channel.topic, channel)
  return channel
}

it('the origin of a broadcast is known once', () => {
  const [origins, channel] = [new Origins(), createChannel()]
  origins.note('a', channel, 0)
  expect(origins.take('a')).toBe(channel)
  expect(origins.take('a')).toBeUndefined()
})

it('origins that never return are forgotten', () => {
  const [origins, channel, left] = [new Origins(), createChannel(), createChannel()]
  origins.note('lost', channel, 0)
  origins.note('fresh', channel, 50_000)
  origins.note('left', left, 50_000)
  left.socket.channels.clear()
  origins.tidy(60_001)
  expect(origins.size).toBe(1)
  expect(origins.take('fresh')).toBe(channel)
})
