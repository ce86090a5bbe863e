import { noticeSoundKey } from '../device/purge.ts'
import { createStore, useStore } from '../../lib/store.ts'

/** Whether the sound is on for the person on this device. It is off until they turn it on. */
const wish = createStore<boolean | undefined>(undefined)

export function wantsSound(userId: string): boolean {
  try {
    return wish.read() ?? localStorage.getItem(noticeSoundKey(userId)) === '1'
  } catch {
    return false
  }
}

export function useSound(userId: string): { isOn: boolean; want: (isOn: boolean) => void } {
  useStore(wish)
  return {
    isOn: wantsSound(userId),
    want(isOn) {
      wish.put(isOn)
      try {
        if (isOn) localStorage.setItem(noticeSoundKey(userId), '1')
        else localStorage.removeItem(noticeSoundKey(userId))
      } catch {
        // Without storage the wish lasts as long as the page.
      }
      if (isOn) playSound()
    },
  }
}

/** Two soft notes, Hz, and their start, s. */
const notes = [
  [587, 0],
  [880, 0.12],
] as const
/** At most one sound in this time, ms. */
const pause = 5_000

let speaker: AudioContext | undefined
let playedAt = -Infinity

/** Generates the notes, so that no file is fetched. The browser forbids a sound before the person touches the page. */
export function playSound(): void {
  if (Date.now() - playedAt < pause || !('AudioContext' in globalThis)) return
  playedAt = Date.now()
  speaker ??= new AudioContext()
  void speaker.resume().then(playInOneTab, () => undefined)
}

/** One tab rings for all tabs. */
async function playInOneTab() {
  if (!('locks' in navigator)) return playNotes()
  await navigator.locks.request('emote-notice-sound', { ifAvailable: true }, async (lock) => {
    if (!lock) return
    playNotes()
    await new Promise((resolve) => setTimeout(resolve, pause))
  })
}

function playNotes() {
  if (speaker?.state !== 'running') return
  for (const [pitch, after] of notes) {
    const start = speaker.currentTime + after
    const note = new OscillatorNode(speaker, { type: 'sine', frequency: pitch })
    const loudness = new GainNode(speaker, { gain: 0 })
    loudness.gain.setValueAtTime(0, start)
    loudness.gain.linearRampToValueAtTime(0.06, start + 0.02)
    loudness.gain.exponentialRampToValueAtTime(0.0001, start + 0.5)
    note.connect(loudness).connect(speaker.destination)
    note.start(start)
    note.stop(start + 0.55)
  }
}
