import { isEnglishFrame, isTagalog } from './language.ts'

/** Corrects spaces. Emoticons such as :( and a pause of several dots stay. */
export function mendSpacing(text: string): string {
  return text.split('\n').map(mendLine).join('\n')
}

function mendLine(line: string): string {
  const body = line.trim()
  if (body === '') return ''
  const indent = line.slice(0, line.length - line.trimStart().length)
  return (
    indent +
    body
      .split(/ +/)
      .map((chunk) => (isAddress(chunk) ? chunk : openUp(chunk)))
      .join(' ')
      // 'ako , tapos' → 'ako, tapos'; not before an emoticon (' ;)') or a number (' .5')
      .replace(/(?<=[\p{L}\p{N})"”]) ([,;!?]+|\.(?!\.))(?= |$)/gu, '$1')
  )
}

const isAddress = (chunk: string) => /[@#/\\_=<>{}|~^]/.test(chunk)

/** 'oo,kasi' → 'oo, kasi'; 'tama!Ayoko' → 'tama! Ayoko'; 'uwi.Tapos' → 'uwi. Tapos'. */
function openUp(chunk: string): string {
  return (
    chunk
      .replace(/(?<=\p{L}),(?=\p{L})/gu, ', ')
      .replace(/(?<=\p{L}{2}[!?])(?=\p{L}{2})/gu, ' ')
      .replace(/(?<=\p{Ll}{2}\.)(?=\p{Lu}\p{Ll})/gu, ' ')
      // An address such as emote.ph has no second sentence.
      .replace(/^(\p{Ll}+)\.(?=(\p{Ll}+))/gu, (whole, left: string, right: string) =>
        isWord(left) && isWord(right) ? `${left}. ` : whole,
      )
  )
}

const isWord = (lower: string) => isTagalog(lower) || isEnglishFrame(lower)
