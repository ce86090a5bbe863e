import { useSyncExternalStore } from 'react'
import { onPersonChange } from './session.ts'

export type Store<Value> = ReturnType<typeof createStore<Value>>

/** A value outside of the components. It returns to `first` for the next person at this phone. */
export function createStore<Value>(first: Value) {
  let value = first
  const listeners = new Set<() => void>()
  const put = (next: Value) => {
    value = next
    for (const listener of listeners) listener()
  }
  onPersonChange(() => put(first))
  return {
    read: (): Value => value,
    put,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.read, store.read)
}

export type Keyed<Value> = ReturnType<typeof createKeyed<Value>>

/**
 * Values by key, each with its subscribers, dropped for the next person at this phone. `areWords`: unsent words stay when the session only
 * ended elsewhere.
 */
export function createKeyed<Value>(areWords = false) {
  const values = new Map<string, Value>()
  const listeners = new Map<string, Set<() => void>>()
  const tell = (key: string) => {
    for (const listener of listeners.get(key) ?? []) listener()
  }
  onPersonChange((mayReturn) => {
    if (areWords && mayReturn) return
    values.clear()
    for (const key of listeners.keys()) tell(key)
  })
  return {
    read: (key: string): Value | undefined => values.get(key),
    count: (): number => values.size,
    entries: (): [string, Value][] => [...values],

    put(key: string, value: Value) {
      values.set(key, value)
      tell(key)
    },

    drop(key: string) {
      values.delete(key)
      tell(key)
    },

    subscribe(key: string, listener: () => void): () => void {
      const group = listeners.get(key) ?? new Set()
      listeners.set(key, group.add(listener))
      return () => {
        group.delete(listener)
        if (group.size === 0 && listeners.get(key) === group) listeners.delete(key)
      }
    },
  }
}

export function useKeyed<Value>(store: Keyed<Value>, key: string): Value | undefined {
  const read = () => store.read(key)
  return useSyncExternalStore((listener) => store.subscribe(key, listener), read, read)
}

export function useKeyedPart<Value, Part>(
  store: Keyed<Value>,
  key: string,
  part: (value: Value) => Part,
): Part | undefined {
  const read = () => {
    const value = store.read(key)
    return value === undefined ? undefined : part(value)
  }
  return useSyncExternalStore((listener) => store.subscribe(key, listener), read, read)
}
