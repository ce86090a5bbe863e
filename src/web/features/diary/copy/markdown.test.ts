import { expect, it } from 'vitest'
import { toMarkdown } from './markdown.ts'

const kept = (content: string, created_at = '2026-10-01T04:00:00Z') => ({
  id: '',
  created_at,
  mood: 'Joy' as const,
  content,
  template_url: null,
})
const wordsIn = (content: string) => toMarkdown([kept(content)]).split('🌞 Masaya\n\n')[1]

it('Markdown lists a diary from its beginning', () => {
  const text = toMarkdown([kept('Ngayon'), kept('Noon', '2025-10-01T04:00:00Z')])
  expect(text.startsWith('# Emote Diary\n\n## ')).toBe(true)
  expect(text.indexOf('Noon')).toBeLessThan(text.indexOf('Ngayon'))
  expect(text).toContain('2025')
})

it('Markdown keeps lines and paragraphs', () =>
  expect(wordsIn('Una\nIkalawa\n\nIkatlo')).toBe('Una  \nIkalawa  \n\nIkatlo\n'))

it('Markdown escapes signs in the words', () =>
  expect(
    wordsIn('# hindi ito pamagat\n- *ok* lang\n2. <b>x</b> [a](b)\n    `wala`\n---')?.split('\n'),
  ).toEqual([
    '\\# hindi ito pamagat  ',
    '\\- \\*ok\\* lang  ',
    '2\\. \\<b\\>x\\</b\\> \\[a\\](b)  ',
    '\\`wala\\`  ',
    '\\---',
    '',
  ]))
