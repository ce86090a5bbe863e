import { useEffect } from 'react'
import { onPersonChange } from '../../lib/session.ts'
import { createStore, useStore } from '../../lib/store.ts'

/**
 * The PIN of the app, for a phone that goes from hand to hand. It keeps curious eyes away and encrypts nothing: four digits are guessed in
 * no time by who reads what the browser stored. What must stay secret then is the diary's lock.
 */
type Pin = { salt: string; hash: string; rounds: number; wrong: number }

export const pinTries = 5
export const isPin = (text: string): boolean => /^\d{4,6}$/.test(text)

/** So long nothing is done, in ms, and the door is shut. */
const idle = 5 * 60_000
const rounds = 200_000
/** Keyed by person: another one at the same phone has their own, or none. */
const keyOf = (userId: string) => `emote-pin:${userId}`

/** Who has passed in this tab since it was loaded; another tab asks for itself. */
const passed = createStore<string | undefined>(undefined)
/** Counts what changed in the storage, from here and from other tabs. */
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

/** Follows the PIN in other tabs, and removes it with the session of a person who logs out or has no tries left. */
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

/** From now on the door asks for it. Rejects where the browser stores nothing, or has no WebCrypto (a page without https). */
export async function setPin(userId: string, digits: string): Promise<void> {
  const salt = crypto.getRandomValues(new Uint8Array(16))
  const hash = await derive(digits, salt, rounds)
  passed.put(userId)
  write(userId, { salt: hex(salt), hash, rounds, wrong: 0 })
}

export const dropPin = (userId: string): void => write(userId, null)

/** It opens nothing any more, and goes with the session, which the caller ends. */
export function giveUpPin(userId: string): void {
  const pin = parse(read(userId) ?? '')
  if (pin) write(userId, { ...pin, wrong: pinTries })
}

/** Opens the door when it is right; else how many tries are left. At none the caller ends the session. */
export async function tryPin(userId: string, digits: string): Promise<'open' | number> {
  const stored = read(userId)
  if (stored === null) return 'open'
  const pin = parse(stored)
  // What cannot be read opens nothing.
  if (!pin || pin.wrong >= pinTries) return 0
  // Counted before it is looked at: a reload in between, or another tab, is no further try.
  write(userId, { ...pin, wrong: pin.wrong + 1 })
  if ((await derive(digits, bytesOf(pin.salt), pin.rounds)) !== pin.hash) return pinTries - pin.wrong - 1
  write(userId, { ...pin, wrong: 0 })
  passed.put(userId)
  return 'open'
}

/** How many tries are left. */
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
/** In ms: one clock can be set back, the other may stand still while the device sleeps. */
const now = () => [performance.now(), Date.now()]
const signs = ['pointerdown', 'pointermove', 'keydown', 'scroll'] as const

/** Shuts the door when nobody has done anything for long, and before the page goes to sleep: it must not wake with its words on the screen. */
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
