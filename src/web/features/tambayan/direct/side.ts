import { isUuid } from '../../../../shared/uuid.ts'
import { messageAddress } from '../../../../shared/routes.ts'

/** The panel beside the room: the people online, the conversations, or one conversation. `codename` and `avatar` are only hints. */
export type Side =
  | { kind: 'people' }
  | { kind: 'chats' }
  | { kind: 'talk'; userId: string; codename: string; avatar: string | null }

/** The panel that the address asks for. */
export function sideOf(search: string): Side | undefined {
  const query = new URLSearchParams(search)
  const userId = query.get('dmUser')?.toLowerCase()
  if (userId && isUuid(userId))
    return { kind: 'talk', userId, codename: query.get('dmCodename') ?? '', avatar: query.get('dmAvatar') }
  if (query.has('chats')) return { kind: 'chats' }
  return query.has('people') ? { kind: 'people' } : undefined
}

/** The address of the open room with `side` beside it. */
export function addressOf(search: string, side?: Side): string {
  const room = new URLSearchParams(search).get('room')
  const address =
    side?.kind === 'talk'
      ? messageAddress(side.userId, side.codename, side.avatar)
      : `/tambayan${side ? `?${side.kind}=1` : ''}`
  if (!room) return address
  return `${address}${address.includes('?') ? '&' : '?'}room=${encodeURIComponent(room)}`
}

/** A longer swipe down closes the panel, px (specification 2, section 9). */
const closingSwipe = 80

/** True when a finger has moved far enough to close the panel. A slanted move is a scroll or a mistake. */
export const isClosingSwipe = (right: number, down: number): boolean =>
  down > closingSwipe && down > 2 * Math.abs(right)
