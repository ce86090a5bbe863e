import { useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { addressOf, sideOf, type Side } from './side.ts'

/** `depth`: the number of history entries with something beside the room. `isBare`: the entry before them shows the room alone. */
type Entry = { depth: number; isBare: boolean }

/** The state of the current entry; undefined for an address from outside. */
function entryHere(): Entry | undefined {
  const state: unknown = history.state
  const isOurs = typeof state === 'object' && state !== null && 'depth' in state && 'isBare' in state
  return isOurs && typeof state.depth === 'number'
    ? { depth: state.depth, isBare: state.isBare === true }
    : undefined
}

/** Reads and changes what the address shows beside the room. The back button of a phone closes it too. */
export function useSide() {
  const search = useSearch()
  const [, navigate] = useLocation()
  const side = useMemo(() => sideOf(search), [search])
  const next = (): Entry => {
    const { depth, isBare } = entryHere() ?? { depth: 0, isBare: side === undefined }
    return { depth: depth + 1, isBare }
  }
  return {
    side,
    /** The props of a link. */
    linkTo: (to: Side) => ({ href: addressOf(search, to), state: next() }),
    open: (to: Side) => navigate(addressOf(search, to), { state: next() }),
    close: () => {
      const entry = entryHere()
      if (entry?.isBare) history.go(-entry.depth)
      else navigate(addressOf(search), { replace: true })
    },
    /** Leads to the list of conversations, also when the conversation was not opened from it. */
    back: () => {
      if ((entryHere()?.depth ?? 0) > 1) history.back()
      else navigate(addressOf(search, { kind: 'chats' }), { replace: true, state: history.state })
    },
  }
}

export type SideWays = ReturnType<typeof useSide>
