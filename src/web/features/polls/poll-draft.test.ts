import { expect, it } from 'vitest'
import { pollLimits } from '../../../shared/polls.ts'
import { faultsOf, isFaulty, newDraft, pollOf, type PollDraft, withOption } from './poll-draft.ts'

const now = Date.parse('2026-11-23T04:00:00Z')
const draft = (texts: string[], over: Partial<PollDraft> = {}): PollDraft => ({
  ...newDraft(),
  question: 'Kape o tsaa?',
  options: texts.map((text, key) => ({ key, text })),
  ...over,
})
const faults = (texts: string[], over: Partial<PollDraft> = {}) => faultsOf(draft(texts, over), now)
/** As the field writes it, in the device's time zone. */
const inField = (ms: number) => {
  const here = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000)
  return here.toISOString().slice(0, 16)
}

it('a poll needs a question and two options that show something', () => {
  expect(isFaulty(faults(['Kape', 'Tsaa']))).toBe(false)
  expect(faults(['Kape', 'Tsaa'], { question: ' \u200b\n' }).question).toBe('Please enter a question')
  expect(faults(['Kape', '  ', '\u2800']).few).toBe('Please provide at least 2 options')
})

it('options that differ in case or white space only are the same', () => {
  const { options } = faults(['Kape  na mainit', 'Tsaa', ' kape na\tMainit ', ''])
  expect([...options.keys()]).toEqual([2])
})

const emoji = (count: number) => '🍚'.repeat(count)

it('texts are measured in letters as the database counts them', () => {
  expect(isFaulty(faults([emoji(100), 'x'], { question: emoji(300) }))).toBe(false)
  const { question, options } = faults([emoji(101), 'x'], { question: emoji(301) })
  expect([question, options.size]).toEqual(['Hanggang 300 letra lang ang tanong.', 1])
})

it('the end lies between five minutes and a year ahead, by the clock of the database', () => {
  const fault = (ms: number) => faults(['a', 'b'], { end: 'moment', moment: inField(ms) }).end
  const minute = 60_000
  expect(fault(now - minute)).toBe('Nakalipas na ang oras na ’yan.')
  expect(fault(now + 2 * minute)).toBe('Masyadong maikli. Bigyan ng kahit 5 minuto.')
  expect(fault(now + 6 * minute)).toBeUndefined()
  expect(fault(now + pollLimits.latest + minute)).toBe('Hanggang isang taon lang.')
  expect(faults(['a', 'b'], { end: 'moment' }).end).toBe('Pumili ng araw at oras.')
})

it('a poll is sent without its empty options, and ends by the clock of the database', () => {
  const sent = pollOf(draft([' Kape ', '', 'Tsaa'], { end: 'day' }), now)
  expect(sent).toMatchObject({
    question: 'Kape o tsaa?',
    options: ['Kape', 'Tsaa'],
    expires_at: '2026-11-24T04:00:00.000Z',
  })
  expect(pollOf(draft(['a', 'b']), now).expires_at).toBeNull()
  expect(pollOf(draft(['a', 'b'], { end: 'moment', moment: inField(now) }), now).expires_at).toBe(
    '2026-11-23T04:00:00.000Z',
  )
})

it('an added option has a key of its own, also after another one was removed', () => {
  const [first, , third] = withOption(draft(['a', 'b']).options)
  expect(withOption([first, third].filter((option) => option !== undefined)).map(({ key }) => key)).toEqual([
    0, 2, 3,
  ])
})
