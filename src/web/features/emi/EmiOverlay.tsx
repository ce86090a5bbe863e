import type { Overlays } from '../../domain/overlays.ts'
import { Breathing } from './Breathing.tsx'
import { EmiMemory } from './EmiMemory.tsx'
import { Senses } from './Senses.tsx'

const parts = { breathe: Breathing, senses: Senses, memory: EmiMemory }

/** What Emi offers to do, and what she keeps. */
export function EmiOverlay({ part, onClose }: Overlays['emi'] & { onClose: () => void }) {
  const Part = parts[part]
  return <Part onClose={onClose} />
}
