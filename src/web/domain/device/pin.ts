import { useEffect } from 'react'
import { onPersonChange } from '../../lib/session.ts'
import { createStore, useStore } from '../../lib/store.ts'

/**
 * The app's PIN, for a shared phone. It hides the screen and encrypts nothing: an attacker who reads the browser's storage guesses four
 * digits at once. The diary's lock protects secrets.
 */
type Pin = { salt: string; hash: string; rounds: number; wrong: number }

export const pinTries = 5
export const isPin = (text: string): boolean => /^\d{4,6}$/.test(text)

/** Idle time before the app asks for the PIN, ms. */
const idle = 5 * 60_000
const rounds = 200_000
const keyOf = (userId: string) => `emote-pin:${userId}`

/** The person who entered the PIN in this tab. */
const passed = createStore<string | undefined>(undefined)
/** Counts changes of the stored PIN, in this tab and others. */
const changes = createStore(0)
let seen: string | undefined

function read(userId: string): string | null {
  try {
    return localStorage.getItem(keyOf(userId))
  } catch {
    return null
  }
}

function write(userId: string, pin: Pin | null) {
  if (pin) localStorage.setItem(keyOf(userId), JSON.stringify(pin))
  else localStorage.removeItem(keyOf(userId))
  changes.put(changes.read() + 1)
}

export function startPin(): void {
  addEventListener('storage', ({ key }) => {
    if (key === null || key.startsWith(keyOf(''))) changes.put(changes.read() + 1)
  })
  onPersonChange((mayReturn) => {
    if (seen && read(seen) !== null && (!mayReturn || triesLeft(seen) <= 0)) write(seen, null)
  })
}

async function derive(digits: string, salt: Uint8Array<ArrayBuffer>, times: number): Promise<string> {
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(digits), 'PBKDF2', false, [
    'deriveBits',
  ])
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: times }
  return hex(new Uint8Array(await crypto.subtle.deriveBits(how, key, 256)))
}
const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
const bytesOf = (text: string) =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16))

/** Rejects where the browser stores nothing or has no WebCrypto (a page without https). */
export async function setPin(userId: string, digits: string): Promise<void> {
  const salt = crypto.getRandomValues(new Uint8Array(16))
  const hash = await derive(digits, salt, rounds)
  passed.put(userId)
  write(userId, { salt: hex(salt), hash, rounds, wrong: 0 })
}

export const dropPin = (userId: string): void => write(userId, null)

/** Uses up all tries. The caller ends the session, which removes the PIN. */
export function giveUpPin(userId: string): void {
  const pin = parse(read(userId) ?? '')
  if (pin) write(userId, { ...pin, wrong: pinTries })
}

/** Answers 'open', or the number of tries left. At 0 the caller ends the session. */
export async function tryPin(userId: string, digits: string): Promise<'open' | number> {
  const stored = read(userId)
  if (stored === null) return 'open'
  const pin = parse(stored)
  // A damaged PIN opens nothing.
  if (!pin || pin.wrong >= pinTries) return 0
  // Counted before the check: neither a reload nor another tab gains a try.
  write(userId, { ...pin, wrong: pin.wrong + 1 })
  if ((await derive(digits, bytesOf(pin.salt), pin.rounds)) !== pin.hash) return pinTries - pin.wrong - 1
  write(userId, { ...pin, wrong: 0 })
  passed.put(userId)
  return 'open'
}

export function useTries(userId: string): number {
  useStore(changes)
  return triesLeft(userId)
}

function triesLeft(userId: string): number {
  const stored = read(userId)
  if (stored === null) return pinTries
  return pinTries - (parse(stored)?.wrong ?? pinTries)
}

function parse(stored: string): Pin | undefined {
  try {
    const { salt, hash, rounds: times, wrong } = JSON.parse(stored) as Partial<Pin>
    if (typeof salt !== 'string' || typeof hash !== 'string') return undefined
    return { salt, hash, rounds: Number(times), wrong: Number(wrong) }
  } catch {
    return undefined
  }
}

export function usePin(userId: string): { hasPin: boolean; isClosed: boolean } {
  useStore(changes)
  const opened = useStore(passed)
  const hasPin = read(userId) !== null
  const isClosed = hasPin && opened !== userId
  useEffect(() => {
    seen = userId
  }, [userId])
  useEffect(() => (hasPin && !isClosed ? watch() : undefined), [hasPin, isClosed])
  return { hasPin, isClosed }
}

const shut = () => passed.put(undefined)
/** Two clocks, ms: one can be set back, the other may stop while the device sleeps. */
const now = () => [performance.now(), Date.now()]
const signs = ['pointerdown', 'pointermove', 'keydown', 'scroll'] as const

/** Asks for the PIN again after idle time, and before the page freezes: a woken page must not show words. */
function watch(): () => void {
  let last = now()
  const look = () => {
    if (now().some((time, at) => time - (last[at] ?? 0) >= idle)) shut()
  }
  const sign = () => {
    look()
    last = now()
  }
  const timer = setInterval(look, 10_000)
  for (const type of signs) addEventListener(type, sign, { capture: true, passive: true })
  document.addEventListener('visibilitychange', look)
  document.addEventListener('freeze', shut)
  addEventListener('pagehide', shut)
  return () => {
    clearInterval(timer)
    for (const type of signs) removeEventListener(type, sign, { capture: true })
    document.removeEventListener('visibilitychange', look)
    document.removeEventListener('freeze', shut)
    removeEventListener('pagehide', shut)
  }
}
