import type { RefinePreset } from '../../shared/refine.ts'
import { bullets } from './bullets.ts'
import { emoji } from './emoji.ts'
import { grammar } from './grammar.ts'
import { longer } from './longer.ts'
import { friendly, professional } from './register.ts'
import { shorter } from './shorter.ts'
import { summarize } from './summarize.ts'

/** What rules and word lists can do; translation is not among it. */
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

/** The text as the preset makes it; one of which a rule would leave nothing stays as it is. */
export async function refineOffline(text: string, preset: OfflinePreset): Promise<string> {
  const refined = await presets[preset](text.normalize('NFC').replaceAll('\r\n', '\n'))
  return refined.trim() === '' ? text : refined
}
