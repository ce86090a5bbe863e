import { useMemo } from 'react'
import { useLocation, useSearch } from 'wouter'
import { addressOf, sideOf, type Side } from './side.ts'

/** How many history entries the app made for what stands beside the room. An address from outside made none. */
function depthHere(): number {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'depth' in state && typeof state.depth === 'number'
    ? state.depth
    : 0
}

/** What the address shows beside the room, and the ways to change it. The back button of a phone closes it too. */
export function useSide() {
  const search = useSearch()
  const [, navigate] = useLocation()
  const side = useMemo(() => sideOf(search), [search])
  return {
    side,
    /** The props of a link. */
    linkTo: (to: Side) => ({ href: addressOf(search, to), state: { depth: depthHere() + 1 } }),
    open: (to: Side) => navigate(addressOf(search, to), { state: { depth: depthHere() + 1 } }),
    close: () => {
      const depth = depthHere()
      if (depth > 0) history.go(-depth)
      else navigate(addressOf(search), { replace: true })
    },
    /** To the list of conversations, where this one was opened or not. */
    back: () => {
      if (depthHere() > 1) history.back()
      else navigate(addressOf(search, { kind: 'chats' }), { replace: true, state: history.state })
    },
  }
}

export type SideWays = ReturnType<typeof useSide>
