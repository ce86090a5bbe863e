import { emi } from '../../../shared/emi.ts'
import type { Channel } from '../topics/channel.ts'
import type { Hub } from '../topics/hub.ts'
import { eventFrame } from '../wire/frames.ts'
import type { Presence } from './presence.ts'

/** The topic whose number of people is sent. For most channels the number replaces a roster, which saves data. A roster names only 200 people. */
export const countedTopic = 'global-online-users'
const countEvery = 10_000
/** After this time the number includes the newcomer. */
const settledMs = 2_000
const countRoom = `count ${countedTopic}`

export type OnlineCount = {
  /** Sends the number to a channel, now and when it changes. */
  enter(channel: Channel): void
  forget(channel: Channel): void
  /** Sends a changed number. Runs each second. */
  recount(): void
}

export function createOnlineCount(hub: Hub, presence: Presence): OnlineCount {
  /** Channels whose first number predates their own entry. They get the next number earlier. */
  const newcomers = new Map<Channel, { count: number; at: number }>()
  let told = { count: -1, at: Number.NEGATIVE_INFINITY }
  const tellOne = (channel: Channel, current: number) => {
    channel.socket.take(eventFrame(channel.socket.version, countEvent(current)))
    // Channels now hold different numbers, so the next round sends its number again.
    if (current !== told.count) told = { ...told, count: -1 }
  }
  const tellAll = (current: number, now: number): boolean => {
    if (now - told.at < countEvery || !hub.has(countRoom) || current === told.count) return false
    told = { count: current, at: now }
    hub.say(countRoom, (version) => eventFrame(version, countEvent(current)))
    return true
  }
  return {
    enter(channel) {
      channel.enter(hub, countRoom)
      const count = countPeople(presence)
      tellOne(channel, count)
      newcomers.set(channel, { count, at: performance.now() })
    },
    forget: (channel) => void newcomers.delete(channel),
    recount() {
      const now = performance.now()
      const current = countPeople(presence)
      const toldAll = tellAll(current, now)
      for (const [channel, known] of newcomers) {
        const isNews = known.count !== current
        if (toldAll) known.count = current
        if (!isNews || now - known.at < settledMs) continue
        newcomers.delete(channel)
        if (!toldAll) tellOne(channel, current)
      }
    },
  }
}

/** Emi is always present and is no person. */
function countPeople(presence: Presence): number {
  const roster = presence.roster(countedTopic)
  return roster.size - Number(roster.has(emi.id))
}

const countEvent = (count: number) => ({
  topic: countedTopic,
  private: true,
  event: 'online_count',
  payload: `{"count":${count}}`,
})
