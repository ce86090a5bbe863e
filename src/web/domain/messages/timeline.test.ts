import { describe, expect, it } from 'vitest'
import {
  change,
  hear,
  most,
  noMessages,
  page,
  putEarlier,
  putLater,
  putNewest,
  remove,
  startAtEnd,
  type Stored,
  type Timeline,
} from './timeline.ts'

const message = (seq: number, text = `${seq}`): Stored => ({
  id: `m${seq}`,
  seq,
  sender_id: 'ana',
  codename: 'Ana',
  avatar_url: null,
  is_premium: false,
  text,
  mentioned: [],
  file: null,
  reply_to: null,
  reply_to_sender: null,
  reply_to_message: null,
  reply_to_codename: null,
  reaction_counts: {},
  my_reaction: null,
  created_at: '2026-11-22T00:00:00Z',
  edited_at: null,
})
const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => message(from + at))
const from = (first: number, last: number, isFull = true): Timeline =>
  startAtEnd(noMessages, range(first, last), isFull)
const shown = ({ messages, hasEarlier, hasLater }: Timeline) => [
  hasEarlier,
  messages[0]?.seq,
  messages.length,
  messages.at(-1)?.seq,
  hasLater,
]
const knownTo = ({ messages }: Timeline) => new Set(messages.map(({ id }) => id))

const asking = (held: Timeline, isHeld = false, isFull = true) => ({ isFull, isHeld, known: knownTo(held) })

describe('a new message', () => {
  it('that comes twice is shown once, in its place', () => {
    const late = hear(from(1, 3, false), [message(6), message(5)], false)
    expect(late.messages.map(({ seq }) => seq)).toEqual([1, 2, 3, 5, 6])
    const again = hear(late, [message(5), message(4)], false)
    expect(again.messages.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6])
  })

  it('leaves the identity of the others, and keeps the reader’s own reaction', () => {
    const before = change(from(1, 3), 'm2', (held) => ({ ...held, my_reaction: '👍' }))
    const { my_reaction: _, ...heard } = message(2)
    const after = hear(before, [heard, message(4)], false)
    expect(after.messages.slice(0, 3).every((one, at) => one === before.messages[at])).toBe(true)
  })

  it('pushes the oldest out of a full window, but not out of a held one', () => {
    const full = from(1, most)
    expect(shown(hear(full, range(most + 1, most + 5), false))).toEqual([true, 6, most, most + 5, false])
    expect(shown(hear(full, range(most + 1, most + 5), true))).toEqual([true, 1, most, most, true])
  })

  it('is not added behind a window that has later messages', () => {
    const history = { ...from(1, 50), hasLater: true }
    expect(hear(history, [message(99)], false)).toBe(history)
  })

  it('older than the window is not added before its hole', () => {
    expect(shown(hear(from(10, 20), [message(2)], false))).toEqual([true, 10, 11, 20, false])
  })
})

describe('the newest page after a lost connection', () => {
  it('joins the window where they overlap', () => {
    const held = from(1, 60)
    expect(shown(putNewest(held, range(31, 80), asking(held)))).toEqual([true, 1, 80, 80, false])
    expect(shown(putNewest(held, range(60, 109), asking(held)))).toEqual([true, 1, 109, 109, false])
  })

  it('never stands beside older messages when some may be missing between', () => {
    const held = from(1, 60)
    expect(shown(putNewest(held, range(61, 110), asking(held)))).toEqual([true, 61, page, 110, false])
    expect(shown(putNewest(held, range(61, 110), asking(held, true)))).toEqual([true, 1, 60, 60, true])
  })

  it('removes what was deleted, and an answer on its way does not restore it', () => {
    const held = from(1, 60)
    const rows = range(20, 69).filter(({ seq }) => seq !== 30)
    const after = putNewest(held, rows, asking(held))
    expect(after.messages.some(({ seq }) => seq === 30)).toBe(false)
    expect(hear(after, [message(30)], false).messages).toHaveLength(68)
  })

  it('keeps the events that came during the request', () => {
    const held = from(1, 3, false)
    const heard = hear(held, [message(4)], false)
    expect(shown(putNewest(heard, range(1, 3), asking(held, false, false)))).toEqual([false, 1, 4, 4, false])
  })

  it('has earlier messages also when an event came before it', () => {
    const heard = hear(noMessages, [message(110)], false)
    expect(shown(putNewest(heard, range(61, 110), asking(noMessages)))).toEqual([true, 61, page, 110, false])
  })

  it('of a talk that was emptied empties the window', () => {
    const held = from(1, 3, false)
    expect(shown(putNewest(held, [], asking(held, false, false)))).toEqual([
      false,
      undefined,
      0,
      undefined,
      false,
    ])
  })

  it('replaces an edited message only', () => {
    const held = from(1, 3, false)
    const after = putNewest(held, [message(1), message(2, 'inayos'), message(3)], asking(held, false, false))
    expect(after.messages.map((one, index) => one === held.messages[index])).toEqual([true, false, true])
    expect(after.messages[1]?.text).toBe('inayos')
  })

  it('reaches a window of earlier messages only without a hole', () => {
    const history = { ...from(1, 100), hasLater: true }
    expect(shown(putNewest(history, range(90, 139), asking(history)))).toEqual([true, 1, 139, 139, false])
    expect(shown(putNewest(history, range(190, 239), asking(history, true)))).toEqual([
      true,
      1,
      100,
      100,
      true,
    ])
  })
})

describe('pages of earlier and later messages', () => {
  it('keep the window at its size, and report which side was cut', () => {
    const full = from(1_001, 1_000 + most)
    const up = putEarlier(full, range(951, 1_000), true)
    expect(shown(up)).toEqual([true, 951, most, 950 + most, true])
    const rows = range(951 + most, 1_000 + most)
    expect(shown(putLater(up, rows, false, []))).toEqual([true, 1_001, most, 1_000 + most, false])
  })

  it('end where a page is not full', () => {
    expect(shown(putEarlier(from(11, 60), range(1, 10), false))).toEqual([false, 1, 60, 60, false])
  })

  it('reach the end with the events that came during the request', () => {
    const history = { ...from(1, 50), hasLater: true }
    expect(shown(putLater(history, range(51, 60), false, [message(61)]))).toEqual([true, 1, 61, 61, false])
    expect(shown(putLater(history, range(51, 60), false, undefined))).toEqual([true, 1, 60, 60, true])
    expect(shown(putLater(history, range(51, 100), true, [message(150)]))).toEqual([true, 1, 100, 100, true])
  })
})

it('5,000 messages and as many deletions leave a window of 300', () => {
  let timeline = from(1, 50)
  for (let seq = 51; seq <= 5_000; seq++) timeline = hear(timeline, [message(seq)], false)
  expect(shown(timeline)).toEqual([true, 5_001 - most, most, 5_000, false])
  for (let seq = 1; seq <= 5_000; seq++) timeline = remove(timeline, [`m${seq}`])
  expect(timeline.messages).toEqual([])
  expect(timeline.gone.size).toBeLessThanOrEqual(most + 1)
})
