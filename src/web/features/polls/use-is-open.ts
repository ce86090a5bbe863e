import { useEffect, useState } from 'react'
import type { Poll } from '../../../shared/polls.ts'
import { isOpenAt } from '../../domain/polls/poll.ts'
import { serverNow } from '../../lib/clock.ts'
import { useNow } from '../../lib/use-now.ts'

/** The end within this time gets a timer of its own, ms. A later one is seen when the words of time change. */
const near = 120_000

/** Whether the poll is open now, by the server's clock. */
export function useIsOpen(row: Poll): boolean {
  useNow()
  const [, setEnds] = useState(0)
  const isOpen = isOpenAt(row, serverNow())
  const left = row.expires_at === null ? Infinity : Date.parse(row.expires_at) - serverNow()
  useEffect(() => {
    if (!isOpen || left > near) return undefined
    const timer = setTimeout(() => setEnds((ends) => ends + 1), left + 1)
    return () => clearTimeout(timer)
  }, [isOpen, left])
  return isOpen
}
