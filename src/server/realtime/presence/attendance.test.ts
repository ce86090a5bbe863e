import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import { createAttendance } from './attendance.ts'
import { Channel } from '../topics/channel.ts'
import { Hub } from '../topics/hub.ts'
import type { Face } from './face.ts'
import type { Presence } from './presence.ts'
import type { ChannelSocket } from '../topics/channel.ts'

afterEach(() => void vi.restoreAllMocks())

const name = 'global-online-users'
const faceOf = (userId: string): Face => ({
  userId,
  codename: userId,
  avatar_url: null,
  is_premium: false,
  phx_ref: userId,
})

function open() {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const here = new Map<string, Face>()
  const presence: Presence = {
    enter() {},
    leave() {},
    watch: async () => {},
    unwatch() {},
    roster: () => here,
    changed: () => () => {},
    hear: { face() {}, presence() {}, resumed() {} },
    stop: async () => {},
  }
  const hub = new Hub((error) => {
    throw error
  })
  const attendance = createAttendance(hub, presence)
  const join = async () => {
    const told: number[] = []
    const channels = new Map<string, Channel>()
    const take = (frame: Buffer) => told.push(Number(/"count":(\d+)/.exec(frame.toString())?.[1]))
    const reader = { version: 2, channels, take } as unknown as ChannelSocket
    const config = { private: true, ack: false, self: false, presence: false }
    const channel = new Channel(reader, `realtime:${name}`, '1', config)
    channels.set(channel.topic, channel)
    await attendance.watch(channel)
    return told
  }
  const recountAt = async (time: number) => {
    now = time
    attendance.recount()
    await turn()
  }
  return { here, join, recountAt }
}

it('a newcomer soon gets a number that includes them, and everybody gets it every ten seconds', async () => {
  const { here, join, recountAt } = open()
  const first = await join()
  here.set('first', faceOf('first'))
  await recountAt(3_000)
  expect(first).toEqual([0, 1])
  await recountAt(4_000)
  const later = await join()
  here.set('later', faceOf('later'))
  await recountAt(5_000)
  expect(later).toEqual([1])
  await recountAt(6_000)
  expect(later).toEqual([1, 2])
  here.set('third', faceOf('third'))
  await recountAt(12_000)
  await recountAt(13_000)
  expect([first, later]).toEqual([
    [0, 1, 3],
    [1, 2, 3],
  ])
})

it('a client gets the number again when it changed after the client joined', async () => {
  const { here, join, recountAt } = open()
  here.set('first', faceOf('first')).set('second', faceOf('second'))
  await join()
  await recountAt(20_000)
  here.clear()
  const third = await join()
  here.set('third', faceOf('third'))
  await recountAt(23_000)
  expect(third).toEqual([0, 1])
  here.set('fourth', faceOf('fourth'))
  await recountAt(30_000)
  expect(third).toEqual([0, 1, 2])
})
