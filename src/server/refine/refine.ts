import type { RefinePreset } from '../../shared/refine.ts'
import { bullets } from './bullets.ts'
import { emoji } from './emoji.ts'
import { grammar } from './grammar.ts'
import { longer } from './longer.ts'
import { friendly, professional } from './register.ts'
import { shorter } from './shorter.ts'
import { summarize } from './summarize.ts'

export type OfflinePreset = Exclude<RefinePreset, 'tagalog' | 'english'>

const presets: Record<OfflinePreset, (text: string) => string | Promise<string>> = {
  grammar,
  shorter,
  longer,
  friendly,
  professional,
  summarize,
  bullets,
  emoji,
}

/** The text after the preset. A text that a rule would empty stays unchanged. */
export async function refineOffline(text: string, preset: OfflinePreset): Promise<string> {
  const refined = await presets[preset](text.normalize('NFC').replaceAll('\r\n', '\n'))
  return refined.trim() === '' ? text : refined
}
