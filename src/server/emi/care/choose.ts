import { fold } from '../../../shared/fold.ts'
import type { EmiAction } from '../../../shared/emi-actions.ts'
import type { EmiTalk } from '../talk.ts'

type Both = readonly [tl: string, en: string]

/** A reviewed text. The lines to call stand between it and its question. `about`: what a bare "oo" or "wala" answers. */
export type CareText = {
  tl: string
  en: string
  ask?: Both
  about?: 'company' | 'alone' | 'safe' | 'apart' | 'dying' | 'hurt'
  action?: EmiAction
}

/** The first text of the pools that she did not say here lately. The pools come in the order of how well they fit. */
export function choose(talk: EmiTalk, pools: readonly (readonly CareText[])[]): CareText {
  const ordered = pools.map((pool, at) => turned(pool, at === 0 ? numberOf(talk.seed) : talk.answers))
  const all = ordered.flat()
  const chosen =
    all.find((text) => sinceSaid(text, talk.said) === Infinity) ??
    all.toSorted((a, b) => sinceSaid(b, talk.said) - sinceSaid(a, talk.said))[0]
  if (!chosen) throw new Error('A pool of care texts is empty')
  return chosen
}

/** How many of her answers came since this text, which is recognized in both languages. */
function sinceSaid(text: CareText, said: readonly string[]): number {
  const at = said.findLastIndex((answer) => says(answer, text))
  return at < 0 ? Infinity : said.length - at
}

const folded = new Map<CareText, readonly [tl: string, en: string]>()

/** Whether a stored message of hers is this text. */
export function says(answer: string, text: CareText): boolean {
  const forms = folded.get(text) ?? [fold(text.tl), fold(text.en)]
  folded.set(text, forms)
  const words = fold(answer)
  return forms.some((form) => words.includes(form))
}

function turned<T>(pool: readonly T[], by: number): T[] {
  const start = pool.length ? by % pool.length : 0
  return [...pool.slice(start), ...pool.slice(0, start)]
}

function numberOf(seed: string): number {
  let hash = 0
  for (const unit of seed) hash = (Math.imul(hash, 31) + (unit.codePointAt(0) ?? 0)) >>> 0
  return hash
}
