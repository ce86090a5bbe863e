import { useSyncExternalStore } from 'react'

/** Values by key, each with whoever watches it. */
export type Keyed<Value> = ReturnType<typeof createKeyed<Value>>

export function createKeyed<Value>() {
  const values = new Map<string, Value>()
  const listeners = new Map<string, Set<() => void>>()
  return {
    read: (key: string): Value | undefined => values.get(key),

    put(key: string, value: Value) {
      values.set(key, value)
      for (const listener of listeners.get(key) ?? []) listener()
    },

    subscribe(key: string, listener: () => void): () => void {
      const group = listeners.get(key) ?? new Set()
      listeners.set(key, group.add(listener))
      return () => {
        group.delete(listener)
        if (group.size === 0 && listeners.get(key) === group) listeners.delete(key)
      }
    },

    /** For the next person at this phone. */
    clear() {
      values.clear()
    },
  }
}

export function useKeyed<Value>(store: Keyed<Value>, key: string): Value | undefined {
  return useSyncExternalStore(
    (listener) => store.subscribe(key, listener),
    () => store.read(key),
  )
}

/** Only a part of it: what else changes there draws nothing anew. */
export function useKeyedPart<Value, Part>(
  store: Keyed<Value>,
  key: string,
  part: (value: Value) => Part,
): Part | undefined {
  return useSyncExternalStore(
    (listener) => store.subscribe(key, listener),
    () => {
      const value = store.read(key)
      return value === undefined ? undefined : part(value)
    },
  )
}
