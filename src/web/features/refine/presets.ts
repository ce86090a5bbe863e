import type { RefinePreset } from '../../../shared/refine.ts'

/** The presets in people's words and in English, the most used first. */
export const presets: readonly { preset: RefinePreset; label: string; english: string; needsModel?: true }[] =
  [
    { preset: 'grammar', label: 'Ayusin ang grammar', english: 'Fix grammar' },
    { preset: 'shorter', label: 'Paikliin', english: 'Shorter' },
    { preset: 'longer', label: 'Pahabain', english: 'Longer' },
    { preset: 'friendly', label: 'Gawing magaan', english: 'Friendly' },
    { preset: 'professional', label: 'Gawing pormal', english: 'Professional' },
    { preset: 'summarize', label: 'Ibuod', english: 'Summarize' },
    { preset: 'bullets', label: 'Gawing listahan', english: 'Bullets' },
    { preset: 'emoji', label: 'Lagyan ng emoji', english: 'Add emoji' },
    { preset: 'tagalog', label: 'I-Tagalog', english: 'Translate to Tagalog', needsModel: true },
    { preset: 'english', label: 'I-English', english: 'Translate to English', needsModel: true },
  ]
