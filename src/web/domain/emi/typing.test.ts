import { afterEach, expect, it, vi } from 'vitest'
import { emi } from '../../../shared/emi.ts'
import { followTyping } from './typing.ts'

type Events = Record<string, (payload: object) => void>
const live = vi.hoisted(() => ({ events: {} as Events }))
vi.mock('../../lib/live.ts', () => ({
  follow: (_: string, options: { events: Events }) => {
    live.events = options.events
    return () => undefined
  },
}))

afterEach(() => void vi.useRealTimers())

it("Emi's typing ends with her message, and ten seconds after its last sign", () => {
  vi.useFakeTimers()
  const told: boolean[] = []
  const isShown = () => told.at(-1)
  const leave = followTyping('tambayan-general', (isTyping) => told.push(isTyping))
  live.events['typing']?.({ userId: 'somebody else' })
  expect(told).toEqual([])
  live.events['typing']?.({ userId: emi.id })
  live.events['new_message']?.({ sender_id: 'somebody else' })
  expect(isShown()).toBe(true)
  live.events['new_message']?.({ sender_id: emi.id })
  expect(isShown()).toBe(false)

  live.events['typing']?.({ userId: emi.id })
  vi.advanceTimersByTime(9_000)
  live.events['typing']?.({ userId: emi.id })
  vi.advanceTimersByTime(9_999)
  expect(isShown()).toBe(true)
  vi.advanceTimersByTime(1)
  expect(isShown()).toBe(false)

  live.events['typing']?.({ userId: emi.id })
  leave()
  expect(isShown()).toBe(false)
})
