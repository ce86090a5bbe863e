import { emi } from '../../../shared/emi.ts'
import type { Channel } from '../topics/channel.ts'
import type { Hub } from '../topics/hub.ts'
import { messageFrame, type Version } from '../wire/frames.ts'
import type { Face } from './face.ts'
import { countedTopic, createOnlineCount } from './online-count.ts'
import type { Presence } from './presence.ts'

/** Most faces of one state: 40 KB. Nobody reads a longer list, and a slow phone could not load it. */
const mostFaces = 200

/** Tells channels who is present: rosters with their differences, or only the number of people. */
export type Attendance = {
  watch(channel: Channel): Promise<void>
  show(channel: Channel): void
  hide(channel: Channel): void
  forget(channel: Channel): void
  /** Sends a changed number of people. Runs each second. */
  recount(): void
  stop(): void
}

export function createAttendance(hub: Hub, presence: Presence): Attendance {
  const states = createStates(hub, presence)
  const online = createOnlineCount(hub, presence)
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
      if (name === countedTopic) online.enter(channel)
      if (!config.presence) return
      // State and differences start together, so no difference is missed.
      channel.enter(hub, rosterRoom(name))
      channel.socket.take(states.frame(name, channel.socket.version))
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
      online.forget(channel)
      presence.unwatch(channel.name)
      if (!hub.has(rosterRoom(channel.name))) states.forget(channel.name)
    },
    recount: () => online.recount(),
    stop: states.stop,
  }
}

/** Encoded rosters, one frame per topic and version until the roster changes. Sends the differences. */
function createStates(hub: Hub, presence: Presence) {
  const frames = new Map<string, Partial<Record<Version, Buffer>>>()
  const stop = presence.changed((topic, { joins, leaves }) => {
    frames.delete(topic)
    const payload = () => `{"joins":${keyed(joins)},"leaves":${keyed(leaves)}}`
    hub.say(rosterRoom(topic), (version) => presenceFrame(version, topic, 'presence_diff', payload()))
  })
  const frame = (topic: string, version: Version): Buffer => {
    const known = frames.get(topic) ?? {}
    frames.set(topic, known)
    return (known[version] ??= presenceFrame(
      version,
      topic,
      'presence_state',
      keyed(mostOf(presence.roster(topic))),
    ))
  }
  return { frame, forget: (topic: string) => void frames.delete(topic), stop }
}

const presenceFrame = (version: Version, topic: string, event: string, payload: string) =>
  messageFrame(version, null, null, `realtime:${topic}`, event, payload)

/** Emi first, then the people present longest. */
function mostOf(roster: ReadonlyMap<string, Face>): Face[] {
  const herself = roster.get(emi.id)
  const people = [...roster.values()].filter((face) => face !== herself)
  return [...(herself ? [herself] : []), ...people].slice(0, mostFaces)
}

const rosterRoom = (topic: string) => `roster ${topic}`

/** The phoenix format: each person under the server's key, with one entry. */
function keyed(faces: Iterable<Face>): string {
  return JSON.stringify(Object.fromEntries(Array.from(faces, (face) => [face.userId, { metas: [face] }])))
}
