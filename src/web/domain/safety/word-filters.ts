import { useMemo, useSyncExternalStore } from 'react'
import { fold } from '../../../shared/fold.ts'
import { countLetters } from '../../../shared/limits.ts'
import { useSession } from '../../lib/session.ts'
import { createStore } from '../../lib/store.ts'

export const wordFilterLimits = { words: 100, letters: 40 } as const

/** Each person at this device has their own list. */
const keyOf = (userId: string) => `emote-word-filters:${userId}`
const none: readonly string[] = []
/** Lists by person; the same map for every caller. */
const lists = createStore(new Map<string, readonly string[]>())

function read(userId: string): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]')
    if (!Array.isArray(stored)) return none
    return stored.filter((word) => typeof word === 'string').slice(0, wordFilterLimits.words)
  } catch {
    return none
  }
}

function listOf(userId: string): readonly string[] {
  const known = lists.read()
  let list = known.get(userId)
  if (!list) known.set(userId, (list = userId ? read(userId) : none))
  return list
}

function put(userId: string, list: readonly string[]) {
  lists.put(lists.read().set(userId, list))
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(list))
  } catch {
    // Without storage the list lasts as long as the page.
  }
}

let isStarted = false

export function startWordFilters(): void {
  if (isStarted) return
  isStarted = true
  addEventListener('storage', ({ key }) => {
    // No key: the whole storage was cleared.
    if (key !== null && !key.startsWith(keyOf(''))) return
    lists.read().clear()
    lists.put(lists.read())
  })
}

/** Why a word cannot be added, in words for the person; undefined when it can. */
export function refusalOf(list: readonly string[], word: string): string | undefined {
  const folded = fold(word)
  if (!folded) return 'Maglagay ng salita o parirala.'
  if (countLetters(word.trim()) > wordFilterLimits.letters)
    return `Hanggang ${wordFilterLimits.letters} letra lang ang isang salita.`
  if (list.some((other) => fold(other) === folded)) return 'Nasa listahan mo na ’yan.'
  if (list.length >= wordFilterLimits.words)
    return `Hanggang ${wordFilterLimits.words} salita lang. Mag-alis muna ng isa.`
  return undefined
}

/** The list stays on this device and is never sent. */
export function useWordFilters() {
  const userId = useUserId()
  const list = useList(userId)
  return {
    list,
    /** The caller has checked the word with `refusalOf`. */
    add: (word: string) => put(userId, [...list, word.trim()]),
    remove: (word: string) =>
      put(
        userId,
        list.filter((other) => other !== word),
      ),
  }
}

/** The person's first filtered word or phrase in this text, ignoring case and accents. */
export function useFilteredWord(text: string): string | undefined {
  const list = useList(useUserId())
  return useMemo(() => filteredWord(text, list), [text, list])
}

export function filteredWord(text: string, list: readonly string[]): string | undefined {
  if (list.length === 0) return undefined
  const words = ` ${fold(text)} `
  return list.find((word) => words.includes(` ${foldOnce(word)} `))
}

const folded = new Map<string, string>()
/** Cached: five hundred cards check the same hundred words. */
function foldOnce(word: string): string {
  let done = folded.get(word)
  if (done === undefined) folded.set(word, (done = fold(word)))
  return done
}

function useUserId(): string {
  const session = useSession()
  return session.status === 'in' ? session.user.id : ''
}

const useList = (userId: string): readonly string[] =>
  useSyncExternalStore(
    lists.subscribe,
    () => listOf(userId),
    () => none,
  )
