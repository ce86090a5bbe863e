import type { ReactNode } from 'react'

/** A component's place in the gallery: each state by the words for it. */
export type Entry = { name: string; states: Record<string, ReactNode> }
