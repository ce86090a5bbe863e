/** The drafts of talks, on this device only. Each key changes memory at once, and storage after a pause. */
import { useEffect } from 'react'
import { talkDraftsKey } from '../device/purge.ts'
import { isAtHome, personHere } from '../../lib/session.ts'
import { createKeyed, useKeyed } from '../../lib/store.ts'

const drafts = createKeyed<string>(true)
/** Topics whose words are not stored yet, by their person. */
const unstored = new Map<string, string>()
/** Longest time from a key to storage, ms: each write blocks the thread. */
const pause = 400
/** Most drafts of a device. The oldest is dropped first. */
const most = 30

function readStored(userId: string): Record<string, string> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(talkDraftsKey(userId)) ?? '{}')
    const entries = Object.entries(typeof stored === 'object' && stored !== null ? stored : {})
    return Object.fromEntries(
      entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  } catch {
    return {}
  }
}

let timer: ReturnType<typeof setTimeout> | undefined

/** Other talks keep what another tab has stored. After a log-out, in any tab, nothing is stored. */
function save(): void {
  clearTimeout(timer)
  for (const userId of new Set(unstored.values())) {
    if (!isAtHome(userId)) continue
    const stored = readStored(userId)
    for (const [topic, owner] of unstored) {
      if (owner !== userId) continue
      delete stored[topic]
      const text = drafts.read(topic)
      if (text) stored[topic] = text
    }
    try {
      localStorage.setItem(
        talkDraftsKey(userId),
        JSON.stringify(Object.fromEntries(Object.entries(stored).slice(-most))),
      )
    } catch {
      // Storage is full or switched off: the words stay in memory.
    }
  }
  unstored.clear()
}

function write(topic: string, text: string): void {
  const userId = personHere()
  drafts.put(topic, text)
  if (!userId) return
  unstored.set(topic, userId)
  clearTimeout(timer)
  // Sent words must not return.
  if (text === '') save()
  else timer = setTimeout(save, pause)
}

/** Takes over another tab's words, unless this tab has unsaved ones of its own. */
function look({ key }: StorageEvent): void {
  const userId = personHere()
  if (!userId || key !== talkDraftsKey(userId)) return
  const stored = readStored(userId)
  for (const [topic] of drafts.entries()) if (!unstored.has(topic)) drafts.put(topic, stored[topic] ?? '')
}

let readers = 0

function listen(): () => void {
  if (readers++ === 0) {
    // Phones kill a hidden page without another event.
    addEventListener('pagehide', save)
    document.addEventListener('visibilitychange', save)
    addEventListener('storage', look)
  }
  return () => {
    save()
    if (--readers > 0) return
    removeEventListener('pagehide', save)
    document.removeEventListener('visibilitychange', save)
    removeEventListener('storage', look)
  }
}

/** Adds words after those in the draft. */
export function addToTalkDraft(topic: string, words: string): void {
  const text = drafts.read(topic) ?? readStored(personHere() ?? '')[topic] ?? ''
  write(topic, [text.trim(), words].filter(Boolean).join('\n'))
}

/** The draft of a talk. It survives a reload and leaves the device at log-out. */
export function useTalkDraft(topic: string): [text: string, setText: (text: string) => void] {
  const userId = personHere() ?? ''
  useEffect(listen, [])
  const held = useKeyed(drafts, topic)
  const text = held ?? readStored(userId)[topic] ?? ''
  useEffect(() => {
    if (drafts.read(topic) === undefined) drafts.put(topic, readStored(userId)[topic] ?? '')
  }, [topic, userId])
  return [text, (words) => write(topic, words)]
}
