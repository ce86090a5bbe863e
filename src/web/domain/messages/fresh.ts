/** Items on their way into the outbox: the code that writes them comes late. */
import type { QueuedInTalk } from '../device/kept.ts'
import { fresh, unsentOf } from './unsent.ts'

export function putFresh(item: QueuedInTalk): void {
  const { topic } = item.row
  fresh.put(topic, [...(fresh.read(topic) ?? []).filter(({ id }) => id !== item.id), item])
}

export function dropFresh({ id, row: { topic } }: QueuedInTalk): void {
  const left = (fresh.read(topic) ?? []).filter((item) => item.id !== id)
  if (left.length > 0) fresh.put(topic, left)
  else fresh.drop(topic)
}

let lastStamp = 0

/** The time of writing gives the order, so two items never share one. A clock that was set back changes no order. */
export function stamp(topic: string): string {
  const before = unsentOf(topic).at(-1)?.writtenAt
  lastStamp = Math.max(Date.now(), lastStamp + 1, before ? Date.parse(before) + 1 : 0)
  return new Date(lastStamp).toISOString()
}
