import type { EmiAction } from '../../shared/emi.ts'

/** A message of the talk. Names are neutral: Ikaw, Kaibigan 1. */
export type Line = { by: 'asker' | 'other' | 'emi'; name: string; text: string; minutesAgo: number }

/** All that a responder sees. */
export type EmiTalk = {
  where: 'dm' | 'room'
  /** Oldest first. The asker's lines since her last answer are to be answered. */
  lines: readonly Line[]
  /** Her own last answers here, newest last, at most 12. */
  said: readonly string[]
  /** How many answers she gave in this talk before. */
  turns: number
  /** Of the day in Manila, 0 to 23. */
  hour: number
  /** The same seed and talk give the same answer. */
  seed: string
}

/** An answer to several people begins each part with the neutral name of that person, and the caller puts a mention in its place. */
export type Answer = { text: string; action?: EmiAction }
