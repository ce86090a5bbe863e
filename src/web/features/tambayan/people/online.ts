import { useEffect, useMemo } from 'react'
import { emi } from '../../../../shared/emi.ts'
import { isUuid } from '../../../../shared/uuid.ts'
import { useAvoided } from '../../../domain/safety/avoided.ts'
import { follow, hasLive } from '../../../lib/live.ts'
import { useUser } from '../../../lib/session.ts'
import { createStore, useStore } from '../../../lib/store.ts'
import type { Face } from '../talk/mentioning.ts'

export type Online = {
  /** `off`: live events are turned off. `away`: the list is from before the connection was lost. */
  state: 'loading' | 'here' | 'away' | 'off'
  people: readonly Face[]
  /** The number of people online, also of those whom the list does not name. */
  count: number
}

const online = createStore<Online>({ state: 'loading', people: [], count: 0 })

/** The people of the last roster. It does not follow the topic itself. */
export const useRoster = (): readonly Face[] => useStore(online).people

/** Follows the roster. Emi comes first, then the reader, then the others by name. Blocked and muted people are absent. */
export function useOnline(): Online {
  const { id } = useUser()
  const now = useStore(online)
  const { blocked, muted } = useAvoided()
  useEffect(followOnline, [])
  const people = useMemo(
    () =>
      now.people
        .filter((face) => !blocked.has(face.id) && !muted.has(face.id))
        .toSorted(
          (a, b) => placeOf(a, id) - placeOf(b, id) || byName.compare(a.codename, b.codename) || byId(a, b),
        ),
    [now, blocked, muted, id],
  )
  return { ...now, people }
}

/** A person's face by the roster, for people who have written nothing yet. undefined: not yet known. */
export function useOnlineFace(id: string, isWanted: boolean): Face | null | undefined {
  const { people, state } = useStore(online)
  useEffect(() => (isWanted ? followOnline() : undefined), [isWanted])
  return people.find((face) => face.id === id) ?? (state === 'loading' ? undefined : null)
}

const change = (part: Partial<Online>) => online.put({ ...online.read(), ...part })

function followOnline(): (() => void) | undefined {
  if (!hasLive()) {
    online.put({ state: 'off', people: [], count: 0 })
    return undefined
  }
  return follow('global-online-users', {
    private: true,
    events: {
      online_count: ({ count }) => change({ count: typeof count === 'number' ? count : 0 }),
    },
    roster: (faces) => change({ state: 'here', people: facesIn(faces) }),
    // The roster comes by itself after each subscription.
    caughtUp: () => undefined,
    away: () => change({ state: 'away' }),
  })
}

/** The faces of a roster; entries of another shape are left out. */
export function facesIn(entries: readonly Record<string, unknown>[]): Face[] {
  return entries.flatMap(({ userId: id, codename, avatar_url: avatar, is_premium: isPremium }) =>
    typeof id === 'string' && isUuid(id) && typeof codename === 'string'
      ? {
          id,
          codename,
          avatar_url: typeof avatar === 'string' ? avatar : null,
          is_premium: isPremium === true,
        }
      : [],
  )
}

const placeOf = ({ id }: Face, reader: string) => (id === emi.id ? 0 : id === reader ? 1 : 2)
const byName = new Intl.Collator('fil')
const byId = (a: Face, b: Face) => (a.id < b.id ? -1 : 1)
