import type { EmiAction } from '../../shared/emi-actions.ts'
import type { Section } from './material.ts'
import { offered, offerEvery, quotedLately, type Pen } from './pen.ts'
import type { Reading } from './reading.ts'
import type { Answer, EmiTalk } from './talk.ts'

const offers: readonly EmiAction[] = ['write', 'breathe', 'senses']

/**
 * An answer to a feeling. The first time it mirrors what was said and asks; then it follows the person's own words, offers one small thing,
 * and comes back to what was said before. After two questions in a row it asks nothing.
 */
export function composeFeeling(
  pen: Pen,
  { where }: EmiTalk,
  now: Reading,
  theme: Section | undefined,
  join: Section | undefined,
): Answer {
  const tears = now.mood?.name === 'tears'
  const joyful = theme?.mood === 'happy' && (now.person !== undefined || tears)
  const felt = joyful ? undefined : now.mood
  const mood = felt ?? pen.section('mood', theme?.mood)
  const main = theme ?? mood
  const stage = main ? pen.answersFrom(main) : 0
  // Awake for joy is no sleeplessness.
  const beside = now.weak || (theme?.mood === 'happy' && now.vague) ? undefined : now.theme
  const aspect = now.theme === theme ? now.detail : (now.detail ?? felt ?? beside)
  const isGrave = theme?.flags.has('first') === true
  const touch = felt && theme && aspect !== felt && !isGrave ? pen.pick(felt.lists.get('touch')) : undefined
  // 'I graduate, but mama is gone': the second half is heard at once.
  const joined =
    stage === 0 && now.theme === theme && now.detail?.flags.has('joins')
      ? pen.pick(now.detail.lists.get('mirror'))
      : undefined
  const strong = now.strong && !touch && mood?.name !== 'happy' ? pen.pick(pen.common('strong')) : undefined
  const begin = opening(pen, stage, theme, mood, aspect)
  if (join) return answerOf(begin, (mayAsk(pen.said) ? pen.pick : pen.pickCalm)(join.lists.get('say')))
  const mayOffer = mood?.name !== 'happy' && !isGrave && offered(pen.said, offerEvery).length === 0
  if (mayOffer && (main?.flags.has('now') || stage === 2 || stage > 4)) {
    const offer = offerOf(pen, [...(theme?.offers ?? []), ...(mood?.offers ?? [])])
    if (offer)
      return { ...answerOf(aspect ? begin : (touch ?? strong ?? begin), offer.text), action: offer.action }
  }
  const aside = where === 'room' && stage > 0 && now.strong ? pen.pick(pen.common('private')) : undefined
  const ask = () =>
    pen.pick(now.detail?.lists.get('ask')) ?? (isGrave ? graveAskOf(pen, theme) : askOf(pen, theme, mood))
  const last = aside ?? (mayAsk(pen.said) ? ask() : holdOf(pen, theme, mood))
  return answerOf(begin, joined ?? touch ?? strong, last)
}

function opening(
  pen: Pen,
  stage: number,
  theme: Section | undefined,
  mood: Section | undefined,
  aspect: Section | undefined,
) {
  const mirrors = [theme?.lists.get('mirror'), mood?.lists.get('mirror')]
  const follow = quotedLately(pen.said) ? pen.common('beat') : pen.common('follow')
  if (theme?.mood === 'happy' && stage > 0 && !aspect) return pen.pick(...mirrors, theme.lists.get('hold'))
  const ownWords = theme?.flags.has('first')
    ? pen.pick(theme.lists.get('mirror'), theme.lists.get('hold'))
    : undefined
  if (ownWords) return ownWords
  if (aspect && (stage > 0 || !theme)) return pen.pick(aspect.lists.get('mirror'), follow, ...mirrors)
  if (stage === 0) return pen.pick(...mirrors, follow, pen.common('stay'))
  if (stage === 3) return pen.pick(pen.common('recall'), ...mirrors, follow, pen.common('stay'))
  if (stage % 2 === 1) return pen.pick(follow, theme?.lists.get('hold'), ...mirrors, pen.common('stay'))
  return pen.pick(theme?.lists.get('hold'), ...mirrors, mood?.lists.get('hold'), follow, pen.common('stay'))
}

export const askOf = (pen: Pen, theme: Section | undefined, mood: Section | undefined) =>
  pen.pick(theme?.lists.get('ask'), mood?.lists.get('ask'), pen.common('open'))

/** In danger no question of a mood: it may bring the fear nearer. */
const graveAskOf = (pen: Pen, theme: Section | undefined) =>
  pen.pick(theme?.lists.get('ask'), theme?.lists.get('hold'), pen.common('stay'))

export const holdOf = (pen: Pen, theme: Section | undefined, mood: Section | undefined) =>
  pen.pick(theme?.lists.get('hold'), mood?.lists.get('hold'), pen.common('stay'))

/** No third question in a row. */
export const mayAsk = (said: readonly string[]): boolean =>
  said.length < 2 || said.slice(-2).some((text) => !text.includes('?'))

/** One small thing to do, not the last one again. */
export function offerOf(
  pen: Pen,
  wanted: readonly EmiAction[],
): { text: string; action: EmiAction } | undefined {
  const before = offered(pen.said, Infinity)
  const all = [...wanted, ...offers]
  const action = all.find((name) => !before.includes(name)) ?? all.find((name) => name !== before[0])
  const text = action && pen.pick(pen.common(action))
  return action && text ? { text, action } : undefined
}

export const answerOf = (...parts: readonly (string | undefined)[]): Answer => ({
  text: parts.filter((part) => part !== undefined).join(' '),
})
