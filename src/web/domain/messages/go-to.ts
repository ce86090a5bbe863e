import { messagesOf } from './catch-up.ts'
import { record, talks } from './held.ts'
import { fetchByIds, fetchPart } from './messages.api.ts'
import { load } from './talk.ts'
import { noMessages, page, putLater, startAtEnd } from './timeline.ts'

/** Moves the window to a message. Returns false when it is gone or out of sight. */
export async function goToMessage(topic: string, id: string): Promise<boolean> {
  const isIn = () => talks.read(topic)?.talk.messages.some((message) => message.id === id) ?? false
  if (isIn()) return true
  await load(topic, `to ${id}`, async (held) => {
    const [row] = await fetchByIds(topic, [id])
    if (!row) return () => undefined
    const half = page / 2
    const { answer, heard } = await record(held, () =>
      Promise.all([
        fetchPart(topic, { before: row.seq, limit: half }),
        fetchPart(topic, { after: row.seq, limit: half }),
      ]),
    )
    const [earlier, later] = answer
    return () => {
      held.place++
      held.state = 'here'
      held.heardLater = 0
      const { gone } = held.timeline
      const rows = messagesOf(held, [...earlier, row, ...later])
      const around = startAtEnd({ ...noMessages, gone }, rows, earlier.length === half)
      held.timeline = putLater(around, [], later.length === half, heard)
    }
  })
  return isIn()
}
