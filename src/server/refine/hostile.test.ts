import { readFileSync } from 'node:fs'
import { expect, it, vi } from 'vitest'
import { bullets } from './bullets.ts'
import { refineOffline, type OfflinePreset } from './refine.ts'
import { shorter } from './shorter.ts'
import { lettersOnly } from './text.ts'

vi.setConfig({ testTimeout: 60_000 })

const presets: OfflinePreset[] = [
  'grammar',
  'shorter',
  'longer',
  'friendly',
  'professional',
  'summarize',
  'bullets',
  'emoji',
]
const pieces = [
  'a',
  '😭',
  '👨‍👩‍👧‍👦',
  '\u200b',
  'a\u200d',
  'שלום ',
  '\u202e',
  'a.',
  'dr. ',
  'hindi masaya ',
  '. ',
  '!',
  '"',
  'i ',
  'ng ',
  '\n',
  '\r\n\t',
  ' ',
  'the ',
  'you know ',
  'gusto ko na ',
  'a\u0300\u0316\u0336',
  'ko,',
  'a-',
  'a@',
  '1.',
  '\ud83c',
  '\u0000',
  '漢字。',
  'qzxv ',
  'i has went to the store but they was not there so i goes home ',
]

it.each(presets)(
  '%s handles any 20,000 letters quickly',
  async (preset) => {
    for (const piece of pieces) {
      const text = piece.repeat(Math.ceil(20_000 / piece.length))
      const refined = await refineOffline(text, preset)
      expect(refined).not.toBe('')
      expect(refined.isWellFormed() || !text.isWellFormed()).toBe(true)
    }
  },
  30_000,
)

const people = ['explicit', 'ordinary'].flatMap((file) =>
  readFileSync(new URL(`../../shared/crisis/${file}.txt`, import.meta.url), 'utf8')
    .trim()
    .split('\n'),
)

it('a shorter text is never longer and never empty', () => {
  for (const text of [...people, people.slice(0, 40).join(' ')]) {
    expect(shorter(text).length).toBeLessThanOrEqual(text.length)
    expect(shorter(text).trim()).not.toBe('')
  }
})

it('bullets keep every letter', () => {
  const text = people.join(' ')
  expect(lettersOnly(bullets(text))).toBe(lettersOnly(text))
})

it('no cheerful emoji is put beside words of crisis', async () => {
  const crisis = people.slice(0, 800)
  const added = await Promise.all(
    crisis.map(async (text) => (await refineOffline(text, 'emoji')).slice(text.trimEnd().length).trim()),
  )
  expect([...new Set(added)].filter((sign) => sign !== '' && sign !== '🤍')).toEqual([])
})

it('the same text gives the same answer', async () => {
  for (const preset of presets) {
    const text = people.slice(0, 30).join('. ')
    expect(await refineOffline(text, preset)).toBe(await refineOffline(text, preset))
  }
})
