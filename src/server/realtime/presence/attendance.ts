import { emi } from '../../../shared/emi.ts'
import type { Channel } from '../topics/channel.ts'
import { eventFrame, messageFrame, type Version } from '../wire/frames.ts'
import type { Hub } from '../topics/hub.ts'
import type { Face } from './face.ts'
import type { Presence } from './presence.ts'

/**
 * The topic whose number of people is told. Channels with presence get the roster and its differences. Other channels of this topic get
 * only the number, which saves data.
 */
const countedTopic = 'global-online-users'
const countEvery = 10_000
/** After this time the number includes the newcomer. */
const settledMs = 2_000
/** Most faces of one state: 40 KB. Nobody reads a longer list, and a slow phone could not load it. */
const mostFaces = 200

export type Attendance = {
  watch(channel: Channel): Promise<void>
  show(channel: Channel): void
  hide(channel: Channel): void
  forget(channel: Channel): void
  /** Sends a changed number. Runs each second. */
  recount(): void
  stop(): void
}

export function createAttendance(hub: Hub, presence: Presence): Attendance {
  const states = new Map<string, Partial<Record<Version, Buffer>>>()
  /** Channels whose first number predates their own entry. They get the next number earlier. */
  const newcomers = new Map<Channel, { count: number; at: number }>()
  let told = { count: -1, at: Number.NEGATIVE_INFINITY }
  const endChanges = presence.changed((topic, { joins, leaves }) => {
    states.delete(topic)
    const payload = () => `{"joins":${keyed(joins)},"leaves":${keyed(leaves)}}`
    hub.say(rosterRoom(topic), (version) =>
      messageFrame(version, null, null, `realtime:${topic}`, 'presence_diff', payload()),
    )
  })
  const stateFrame = (topic: string, version: Version): Buffer => {
    const known = states.get(topic) ?? {}
    states.set(topic, known)
    const payload = () => keyed(mostOf(presence.roster(topic)))
    return (known[version] ??= messageFrame(
      version,
      null,
      null,
      `realtime:${topic}`,
      'presence_state',
      payload(),
    ))
  }
  // Counts people. Emi is always present and is no person.
  const count = () => {
    const roster = presence.roster(countedTopic)
    return roster.size - Number(roster.has(emi.id))
  }
  const tellOne = (channel: Channel) => {
    const current = count()
    channel.socket.take(eventFrame(channel.socket.version, countEvent(current)))
    // Channels now hold different numbers, so the next round sends its number again.
    if (current !== told.count) told = { ...told, count: -1 }
  }
  const hide = (channel: Channel) => {
    if (channel.shown) presence.leave(channel.name, channel.shown)
    channel.shown = undefined
  }
  return {
    async watch(channel) {
      const { name, config } = channel
      if (!config.presence && name !== countedTopic) return
      await presence.watch(name)
      if (!channel.alive) return presence.unwatch(name)
      channel.watching = true
      if (config.presence) {
        // State and differences start together, so no difference is missed.
        channel.enter(hub, rosterRoom(name))
        channel.socket.take(stateFrame(name, channel.socket.version))
      } else {
        channel.enter(hub, countRoom)
        tellOne(channel)
        newcomers.set(channel, { count: count(), at: performance.now() })
      }
    },
    show(channel) {
      const { sub } = channel.caller.claims
      if (!sub || channel.shown === sub) return
      hide(channel)
      channel.shown = sub
      presence.enter(channel.name, sub)
    },
    hide,
    forget(channel) {
      hide(channel)
      if (!channel.watching) return
      channel.watching = false
      newcomers.delete(channel)
      presence.unwatch(channel.name)
      if (!hub.has(rosterRoom(channel.name))) states.delete(channel.name)
    },
    recount() {
      const now = performance.now()
      const current = count()
      const event = countEvent(current)
      const tellsAll = now - told.at >= countEvery && hub.has(countRoom) && current !== told.count
      if (tellsAll) {
        told = { count: current, at: now }
        hub.say(countRoom, (version) => eventFrame(version, event))
      }
      for (const [channel, known] of newcomers) {
        const isNews = known.count !== current
        if (tellsAll) known.count = current
        if (!isNews || now - known.at < settledMs) continue
        newcomers.delete(channel)
        if (!tellsAll) tellOne(channel)
      }
    },
    stop: endChanges,
  }
}

/** Emi first, then the people present longest. */
function mostOf(roster: ReadonlyMap<string, Face>): Face[] {
  const herself = roster.get(emi.id)
  const people = [...roster.values()].filter((face) => face !== herself)
  return [...(herself ? [herself] : []), ...people].slice(0, mostFaces)
}

const countRoom = `count ${countedTopic}`
const rosterRoom = (topic: string) => `roster ${topic}`

const countEvent = (count: number) => ({
  topic: countedTopic,
  private: true,
  event: 'online_count',
  payload: `{"count":${count}}`,
})

/** The phoenix format: each person under the server's key, with one entry. */
function keyed(faces: Iterable<Face>): string {
  return JSON.stringify(Object.fromEntries(Array.from(faces, (face) => [face.userId, { metas: [face] }])))
}
