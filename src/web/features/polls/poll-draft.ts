import { countLetters, isBlank } from '../../../shared/limits.ts'
import { foldOption, pollLimits } from '../../../shared/polls.ts'
import type { NewPoll } from '../../domain/polls/polls.api.ts'
import { createKeyed } from '../../lib/store.ts'

const hour = 3_600_000

/** The choices of a poll's end. `ms`: from now; null is never. */
export const ends = [
  { value: 'never', label: 'Walang katapusan', ms: null },
  { value: 'hour', label: '1 oras', ms: hour },
  { value: 'day', label: '1 araw', ms: 24 * hour },
  { value: 'three', label: '3 araw', ms: 72 * hour },
  { value: 'week', label: '1 linggo', ms: 168 * hour },
  { value: 'month', label: '30 araw', ms: 720 * hour },
] as const

export type PollDraft = {
  /** A new one for changed words: the server keeps the first poll of an id. */
  id: string
  question: string
  options: readonly { key: number; text: string }[]
  /** A value of `ends`, or 'moment'. */
  end: string
  /** What the field for day and time holds, in the device's time zone. */
  moment: string
}

export const newDraft = (): PollDraft => ({
  id: crypto.randomUUID(),
  question: '',
  options: [0, 1].map((key) => ({ key, text: '' })),
  end: 'never',
  moment: '',
})

/** The unsent poll under the key 'new'. It outlives a closed form, as long as the page lives. */
export const drafts = createKeyed<PollDraft>(true)

export const withOption = (options: PollDraft['options']): PollDraft['options'] => [
  ...options,
  { key: Math.max(...options.map(({ key }) => key)) + 1, text: '' },
]

/** Words of specification 2, section 5, and ours. `options`: by the option's key. */
export type Faults = { question?: string; options: ReadonlyMap<number, string>; few?: string; end?: string }

export const isFaulty = ({ question, options, few, end }: Faults): boolean =>
  Boolean(question ?? few ?? end) || options.size > 0

/** What keeps this poll from being sent. `now`: the server's clock, ms. */
export function faultsOf({ question, options, end, moment }: PollDraft, now: number): Faults {
  const faults: Faults = { options: faultsOfOptions(options) }
  if (isBlank(question)) faults.question = 'Please enter a question'
  else if (countLetters(question.trim()) > pollLimits.question)
    faults.question = `Hanggang ${pollLimits.question} letra lang ang tanong.`
  const written = options.filter(({ text }) => !isBlank(text))
  if (written.length < pollLimits.least) faults.few = `Please provide at least ${pollLimits.least} options`
  const late = end === 'moment' ? faultOfMoment(Date.parse(moment), now) : undefined
  if (late) faults.end = late
  return faults
}

function faultsOfOptions(options: PollDraft['options']): Map<number, string> {
  const faults = new Map<number, string>()
  const seen = new Set<string>()
  for (const { key, text } of options) {
    const folded = foldOption(text)
    if (countLetters(text.trim()) > pollLimits.option)
      faults.set(key, `Hanggang ${pollLimits.option} letra lang ang isang pagpipilian.`)
    else if (!isBlank(text) && seen.has(folded))
      faults.set(key, 'Kapareho ito ng nauna. Ibahin mo nang kaunti.')
    seen.add(folded)
  }
  return faults
}

function faultOfMoment(at: number, now: number): string | undefined {
  if (Number.isNaN(at)) return 'Pumili ng araw at oras.'
  if (at < now) return 'Nakalipas na ang oras na ’yan.'
  if (at < now + pollLimits.soonest) return 'Masyadong maikli. Bigyan ng kahit 5 minuto.'
  if (at > now + pollLimits.latest) return 'Hanggang isang taon lang.'
  return undefined
}

/** The poll as it is sent. `now`: the server's clock, ms. */
export function pollOf({ id, question, options, end, moment }: PollDraft, now: number): NewPoll {
  const ms = ends.find(({ value }) => value === end)?.ms
  const at = end === 'moment' ? Date.parse(moment) : ms ? now + ms : undefined
  return {
    id,
    question: question.trim(),
    options: options.filter(({ text }) => !isBlank(text)).map(({ text }) => text.trim()),
    expires_at: at === undefined ? null : new Date(at).toISOString(),
  }
}
