import type { Material } from './material.ts'
import type { Answer, EmiTalk } from './talk.ts'

/** Her answer without a language model: pure, from hand-written material. */
export function answerOffline(talk: EmiTalk, { sections }: Material): Answer {
  const lines = sections.flatMap(({ lists }) => lists.get('stay') ?? [])
  return { text: lines[talk.turns % lines.length]?.text ?? '' }
}
