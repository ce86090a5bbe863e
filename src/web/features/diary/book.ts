import type { MoodValue } from '../../../shared/moods.ts'

/** An entry as it is read: opened, when it was sealed. */
export type Entry = {
  id: string
  mood: MoodValue
  content: string
  template_url: string | null
  created_at: string
  rev: number
  /** Whether it lies sealed on the server. */
  isSealed: boolean
  /** In the outbox: not on the server yet. */
  isWaiting?: true
}

export type Book = {
  /** `locked`: entries are sealed, and nobody has said the passphrase here. `offline`: no signal, and no copy on this device. */
  state: 'opening' | 'failed' | 'offline' | 'locked' | 'open'
  /** Newest first. */
  entries: readonly Entry[]
  /** Whether all of the diary is here, and not only its newest part. */
  isWhole: boolean
  refresh: () => void
}
