import { sentencesOf } from './sentences.ts'
import { lettersOnly } from './text.ts'

const longThought = 70
const newThought = /[,;]\s+(?=(?:tapos|pero|kaya|saka|tsaka|kasi|then|but|so|because)\s)|;\s+/iu
const listMark = /^\s*(?:[•‣◦*-]|\d{1,2}[.)])\s+/u

/** One line per thought; none is dropped. */
export function bullets(text: string): string {
  const lines = text
    .split('\n')
    .flatMap((line) => (listMark.test(line) ? [line] : sentencesOf(line)))
    .flatMap(thoughtsOf)
    .map((thought) => thought.trim())
    .filter((thought) => thought !== '')
  // A lone emoticon or sign belongs to the thought before it.
  const whole: string[] = []
  for (const line of lines) {
    const before = whole.at(-1)
    if (before !== undefined && lettersOnly(line) === '') whole[whole.length - 1] = `${before} ${line}`
    else whole.push(line)
  }
  return whole.map((line) => (listMark.test(line) ? line : `• ${line}`)).join('\n')
}

function thoughtsOf(sentence: string): string[] {
  return sentence.length > longThought ? sentence.split(newThought) : [sentence]
}
