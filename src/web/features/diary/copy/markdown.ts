import { moodOfValue } from '../../../../shared/moods.ts'
import { oldestFirst, type Kept } from './diary-file.ts'
import { exactTime } from '../../../../shared/relative-time.ts'

/** Characters to escape anywhere in a line, and those at its start only. */
const inLine = /[\\`*_[\]<>~|&]/g
const atStart = /^(\s*)([#+=-]|\d+(?=[.)]))/

/** The diary as Markdown, oldest first. Escapes keep the words unchanged. */
export function toMarkdown(entries: readonly Kept[]): string {
  const parts = oldestFirst(entries).map(({ created_at, mood, content }) => {
    const { label, emoji } = moodOfValue(mood)
    return `## ${exactTime(created_at)}\n\n${emoji} ${label}\n\n${wordsOf(content)}\n`
  })
  return ['# Emote Diary\n', ...parts].join('\n')
}

/** Two trailing spaces keep the line break. Leading white space would make code. */
function wordsOf(content: string): string {
  return content
    .trim()
    .split(/\r\n|\r|\n/)
    .map((line) => line.replaceAll(inLine, String.raw`\$&`).trim())
    .map((line) => line.replace(atStart, (_, space: string, mark: string) => `${space}${escaped(mark)}`))
    .map((line) => (line === '' ? line : `${line}  `))
    .join('\n')
    .trimEnd()
}

/** The escaped point keeps "1." from becoming a list. */
const escaped = (mark: string) => (/^\d/.test(mark) ? `${mark}\\` : `\\${mark}`)
