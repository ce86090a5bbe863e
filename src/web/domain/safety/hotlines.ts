import { useSyncExternalStore } from 'react'
import { builtInHotlines, readHotlines } from '../../../shared/hotlines.ts'
import type { Hotline } from '../../../shared/rows.ts'
import { publicConfig } from '../../lib/config.ts'

const key = 'emote-hotlines'
const day = 24 * 60 * 60 * 1000

type Kept = { at: number; lines: readonly Hotline[] }

let kept: Kept | undefined
const listeners = new Set<() => void>()

function read(): Kept {
  const none = { at: 0, lines: builtInHotlines }
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? 'null')
    if (typeof stored !== 'object' || stored === null || !('at' in stored) || !('lines' in stored))
      return none
    const lines = readHotlines(stored.lines)
    return lines && typeof stored.at === 'number' ? { at: stored.at, lines } : none
  } catch {
    return none
  }
}

/**
 * Fetches the hotlines at most once a day, without a session: a request at the moment of crisis would reveal the person. A failure keeps
 * the known ones.
 */
export function refreshHotlines(): void {
  kept ??= read()
  if (Date.now() - kept.at < day || !navigator.onLine) return
  void fetchHotlines().catch(() => undefined)
}

async function fetchHotlines(): Promise<void> {
  const apikey = publicConfig().anonKey
  const response = await fetch('/rest/v1/hotlines?select=*&order=position.asc', {
    headers: { apikey, authorization: `Bearer ${apikey}` },
    credentials: 'omit',
  })
  if (!response.ok) return
  const lines = readHotlines(await response.json())
  if (!lines) return
  kept = { at: Date.now(), lines }
  for (const listener of listeners) listener()
  // Without storage the hotlines last as long as the page.
  localStorage.setItem(key, JSON.stringify(kept))
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The last copy from the server, otherwise the built-in one, which prerendering uses. Both work offline. */
export function useHotlines(): readonly Hotline[] {
  return useSyncExternalStore(
    subscribe,
    () => (kept ??= read()).lines,
    () => builtInHotlines,
  )
}
