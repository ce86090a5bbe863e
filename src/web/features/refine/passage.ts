import type { Passage } from '../../domain/draft/refining.ts'

export type Stretch = [start: number, end: number]

/** The passage to refine: the selection, otherwise everything. White space around it is left out. */
export function passageOf({ text, selection }: Passage): {
  stretch: Stretch
  words: string
  isPart: boolean
} {
  const [start, end] = selection
  const isPart = text.slice(start, end).trim() !== ''
  const stretch = trimmed(text, isPart ? selection : [0, text.length])
  return { stretch, words: text.slice(...stretch), isPart }
}

function trimmed(text: string, [start, end]: Stretch): Stretch {
  const part = text.slice(start, end)
  return [end - part.trimStart().length, start + part.trimEnd().length]
}

/** The place and the text that Insert types: at the cursor, with blank lines around it. `text` is the field's current text. */
export function insertion(text: string, selection: Stretch, made: string): { at: number; words: string } {
  const at = Math.min(selection[1], text.length)
  const before = text.slice(0, at)
  const after = text.slice(at)
  const already = /\n{0,2}$/.exec(before)?.[0].length ?? 0
  const gap = before.trim() === '' ? '' : '\n'.repeat(2 - already)
  const rest = after.trim() === '' || after.startsWith('\n') ? '' : '\n\n'
  return { at, words: gap + made + rest }
}
