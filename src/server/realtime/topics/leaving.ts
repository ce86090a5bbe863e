import { setImmediate as turn } from 'node:timers/promises'
import { eventFrame } from '../wire/frames.ts'
import type { Tools } from '../tools.ts'
import { roomOf } from './channel.ts'

const own = (userId: string) => `user-notifications-${userId}`
const personal = roomOf(true, own(''))
/** Rooms of one turn of the event loop: each has a frame of its own. */
const atOnce = 1_000

/**
 * Tells every page that a person has left. The event is not stored, because it names the person: a page that misses it finds nothing of theirs
 * at its next fetch.
 */
export async function tellLeaving({ hub, people }: Tools, userId: string): Promise<void> {
  const payload = { id: userId }
  const event = 'person_left'
  // The person's own pages, before their channels are closed.
  for (const { channels } of people.socketsOf(userId))
    for (const channel of channels.values())
      if (channel.name === own(userId)) channel.tell('broadcast', { type: 'broadcast', event, payload })
  const rooms = hub.rooms().filter((room) => room.startsWith(personal))
  for (let at = 0; at < rooms.length; at += atOnce) {
    for (const room of rooms.slice(at, at + atOnce)) {
      const topic = own(room.slice(personal.length))
      const told = { topic, private: true, event, payload: JSON.stringify(payload) }
      hub.say(room, (version) => eventFrame(version, told))
    }
    // oxlint-disable-next-line no-await-in-loop -- a crowd of pages must not hold up other events
    await turn()
  }
}
