import type { EmiAction } from '../../shared/emi-actions.ts'

/** One message of the talk. `name` is neutral: Ikaw, Kaibigan 1. */
export type Line = { by: 'asker' | 'other' | 'emi'; name: string; text: string; minutesAgo: number }

/** All that a responder sees. */
export type EmiTalk = {
  where: 'dm' | 'room'
  /** Oldest first. The answer is for the asker's lines since Emi's last one. */
  lines: readonly Line[]
  /** Emi's last answers here, newest last, at most 12. */
  said: readonly string[]
  /** How many answers Emi has given in this talk. */
  answers: number
  /** The hour of the day in Manila, 0 to 23. */
  hour: number
  /** The same seed and talk give the same answer. */
  seed: string
}

/** In an answer to several people each part begins with a neutral name. The caller puts a mention in its place. */
export type Answer = { text: string; action?: EmiAction }
