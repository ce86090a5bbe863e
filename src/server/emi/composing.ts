import type { EmiAction } from '../../shared/emi-actions.ts'
import type { Section } from './material.ts'
import { offered, offerEvery, quotedLately, type LinePicker } from './line-picker.ts'
import type { Reading } from './reading.ts'
import type { Answer, EmiTalk } from './talk.ts'

const offers: readonly EmiAction[] = ['write', 'breathe', 'senses']

/**
 * An answer to a feeling. The first time it mirrors what was said and asks; then it follows the person's own words, offers one small thing,
 * and comes back to what was said before. After two questions in a row it asks nothing.
 */
export function composeFeeling(
  picker: LinePicker,
  { where }: EmiTalk,
  now: Reading,
  theme: Section | undefined,
  join: Section | undefined,
): Answer {
  const tears = now.mood?.name === 'tears'
  const joyful = theme?.mood === 'happy' && (now.person !== undefined || tears)
  const felt = joyful ? undefined : now.mood
  const mood = felt ?? picker.section('mood', theme?.mood)
  const main = theme ?? mood
  const stage = main ? picker.answersFrom(main) : 0
  // Awake for joy is no sleeplessness.
  const beside = now.weak || (theme?.mood === 'happy' && now.vague) ? undefined : now.theme
  const aspect = now.theme === theme ? now.detail : (now.detail ?? felt ?? beside)
  const isGrave = theme?.flags.has('first') === true
  const touch =
    felt && theme && aspect !== felt && !isGrave ? picker.pick(felt.lists.get('touch')) : undefined
  // 'I graduate, but mama is gone': the second half is heard at once.
  const joined =
    stage === 0 && now.theme === theme && now.detail?.flags.has('joins')
      ? picker.pick(now.detail.lists.get('mirror'))
      : undefined
  const strong =
    now.strong && !touch && mood?.name !== 'happy' ? picker.pick(picker.common('strong')) : undefined
  const begin = opening(picker, stage, theme, mood, aspect)
  if (join)
    return answerOf(begin, (mayAsk(picker.said) ? picker.pick : picker.pickStatement)(join.lists.get('say')))
  const mayOffer = mood?.name !== 'happy' && !isGrave && offered(picker.said, offerEvery).length === 0
  if (mayOffer && (main?.flags.has('now') || stage === 2 || stage > 4)) {
    const offer = offerOf(picker, [...(theme?.offers ?? []), ...(mood?.offers ?? [])])
    if (offer)
      return { ...answerOf(aspect ? begin : (touch ?? strong ?? begin), offer.text), action: offer.action }
  }
  const aside =
    where === 'room' && stage > 0 && now.strong ? picker.pick(picker.common('private')) : undefined
  const ask = () =>
    picker.pick(now.detail?.lists.get('ask')) ??
    (isGrave ? graveAskOf(picker, theme) : askOf(picker, theme, mood))
  const last = aside ?? (mayAsk(picker.said) ? ask() : holdOf(picker, theme, mood))
  return answerOf(begin, joined ?? touch ?? strong, last)
}

function opening(
  picker: LinePicker,
  stage: number,
  theme: Section | undefined,
  mood: Section | undefined,
  aspect: Section | undefined,
) {
  const mirrors = [theme?.lists.get('mirror'), mood?.lists.get('mirror')]
  const follow = quotedLately(picker.said) ? picker.common('beat') : picker.common('follow')
  if (theme?.mood === 'happy' && stage > 0 && !aspect) return picker.pick(...mirrors, theme.lists.get('hold'))
  const ownWords = theme?.flags.has('first')
    ? picker.pick(theme.lists.get('mirror'), theme.lists.get('hold'))
    : undefined
  if (ownWords) return ownWords
  if (aspect && (stage > 0 || !theme)) return picker.pick(aspect.lists.get('mirror'), follow, ...mirrors)
  if (stage === 0) return picker.pick(...mirrors, follow, picker.common('stay'))
  if (stage === 3) return picker.pick(picker.common('recall'), ...mirrors, follow, picker.common('stay'))
  if (stage % 2 === 1) return picker.pick(follow, theme?.lists.get('hold'), ...mirrors, picker.common('stay'))
  return picker.pick(
    theme?.lists.get('hold'),
    ...mirrors,
    mood?.lists.get('hold'),
    follow,
    picker.common('stay'),
  )
}

export const askOf = (picker: LinePicker, theme: Section | undefined, mood: Section | undefined) =>
  picker.pick(theme?.lists.get('ask'), mood?.lists.get('ask'), picker.common('open'))

/** In danger no question of a mood: it may bring the fear nearer. */
const graveAskOf = (picker: LinePicker, theme: Section | undefined) =>
  picker.pick(theme?.lists.get('ask'), theme?.lists.get('hold'), picker.common('stay'))

export const holdOf = (picker: LinePicker, theme: Section | undefined, mood: Section | undefined) =>
  picker.pick(theme?.lists.get('hold'), mood?.lists.get('hold'), picker.common('stay'))

/** No third question in a row. */
export const mayAsk = (said: readonly string[]): boolean =>
  said.length < 2 || said.slice(-2).some((text) => !text.includes('?'))

/** One small thing to do, not the last one again. */
export function offerOf(
  picker: LinePicker,
  wanted: readonly EmiAction[],
): { text: string; action: EmiAction } | undefined {
  const before = offered(picker.said, Infinity)
  const all = [...wanted, ...offers]
  const action = all.find((name) => !before.includes(name)) ?? all.find((name) => name !== before[0])
  const text = action && picker.pick(picker.common(action))
  return action && text ? { text, action } : undefined
}

export const answerOf = (...parts: readonly (string | undefined)[]): Answer => ({
  text: parts.filter((part) => part !== undefined).join(' '),
})
