/**
 * Whether the server answers, decided here only (docs/decisions/0019).
 * `offline`: the device says that it has no network. `down`: it has one, a request got no answer or a server error, and `/readyz` did not
 * answer after it. A page cannot tell a dead line from a dead server in any other way.
 */
import { useSyncExternalStore } from 'react'
import { reconnectDelay } from './live-rules.ts'

export type Signal = 'here' | 'offline' | 'down'

/** Longest wait for `/readyz`, ms. */
const patience = 5_000
/** Shortest time between two checks that failed requests cause, ms. */
const pause = 2_000

let signal: Signal = 'here'
/** True until the server answers again, which runs the callbacks. */
let isAway = false
let tries = 0
let askedAt = -Infinity
let timer: ReturnType<typeof setTimeout> | undefined
let asking: Promise<void> | undefined
const watchers = new Set<() => void>()
const returns = new Set<() => void>()

export const readSignal = (): Signal => signal

export function useSignal(): Signal {
  return useSyncExternalStore(subscribe, readSignal, () => 'here')
}

function subscribe(watcher: () => void) {
  watchers.add(watcher)
  return () => void watchers.delete(watcher)
}

function put(next: Signal) {
  isAway ||= next !== 'here'
  if (next === signal) return
  signal = next
  for (const watcher of watchers) watcher()
}

/** Calls back each time the server answers again: what failed meanwhile is fetched anew. */
export function onSignal(listener: () => void): () => void {
  returns.add(listener)
  return () => void returns.delete(listener)
}

/** Called after a request without an answer. */
export function suspectSignal(): void {
  if (!navigator.onLine) put('offline')
  else if (signal === 'here' && timer === undefined && !asking)
    timer = setTimeout(check, Math.max(0, askedAt + pause - Date.now()))
}

/** Called when the server has answered: by the socket, or by `/readyz`. */
export function proveSignal(): void {
  if (!navigator.onLine) return
  tries = 0
  clearTimeout(timer)
  timer = undefined
  put('here')
  if (!isAway) return
  isAway = false
  for (const listener of returns) listener()
}

function check(): void {
  clearTimeout(timer)
  timer = undefined
  if (!navigator.onLine) return put('offline')
  askedAt = Date.now()
  asking ??= isReady().then((isUp) => {
    asking = undefined
    if (!navigator.onLine) return put('offline')
    if (isUp) return proveSignal()
    put('down')
    timer = setTimeout(look, reconnectDelay(++tries))
  })
}

/** A hidden page saves data. Its return checks again. */
function look(): void {
  if (signal !== 'here' && document.visibilityState === 'visible') check()
}

async function isReady(): Promise<boolean> {
  try {
    const options = { cache: 'no-store', signal: AbortSignal.timeout(patience) } as const
    return (await fetch('/readyz', options)).ok
  } catch {
    return false
  }
}

export function startSignal(): void {
  if (!navigator.onLine) put('offline')
  addEventListener('offline', () => put('offline'))
  addEventListener('online', () => {
    isAway = true
    tries = 0
    check()
  })
  document.addEventListener('visibilitychange', look)
}
