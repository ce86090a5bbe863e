import { moodOfValue } from '../../../../shared/moods.ts'
import { oldestFirst, type Kept } from './diary-file.ts'
import { tellMoment } from './told.ts'

/** Letters that would be marks of Markdown inside a line, and those that are so only where a line begins. */
const inLine = /[\\`*_[\]<>~|&]/g
const atStart = /^(\s*)([#+=-]|\d+(?=[.)]))/

/** A diary that is read with any editor, oldest first. The words stay the words: nothing in them becomes a mark. */
export function toMarkdown(entries: readonly Kept[]): string {
  const parts = oldestFirst(entries).map(({ created_at, mood, content }) => {
    const { label, emoji } = moodOfValue(mood)
    return `## ${tellMoment(created_at)}\n\n${emoji} ${label}\n\n${wordsOf(content)}\n`
  })
  return ['# Emote Diary\n', ...parts].join('\n')
}

/** Two spaces keep a line a line; white space at its beginning would make it code. */
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

/** "1." is kept from being a list at its point. */
const escaped = (mark: string) => (/^\d/.test(mark) ? `${mark}\\` : `\\${mark}`)
