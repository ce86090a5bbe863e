import { linesToAnswer } from '../../shared/emi-lines.ts'
import { answerOf, askOf, composeFeeling, holdOf, mayAsk, offerOf } from './composing.ts'
import type { Material, Section } from './material.ts'
import { offered, offerEvery, pickerOf, quotedLately, slotsOf, type LinePicker } from './line-picker.ts'
import { understand, type Understanding } from './reading.ts'
import type { Answer, EmiTalk } from './talk.ts'

const mostNames = 5

/** Her answer without a language model: pure, from hand-written material. */
export function answerOffline(talk: EmiTalk, material: Material): Answer {
  const names = [...new Set(linesToAnswer(talk.lines).map(({ name }) => name))]
  if (names.length > 1) return answerSeveral(talk, material, names.slice(-mostNames))
  const understood = understand(talk, material)
  const picker = pickerOf(talk, material, understood.language, slotsOf(understood, talk.said))
  return answerOne(picker, talk, understood)
}

function answerOne(picker: LinePicker, talk: EmiTalk, understood: Understanding): Answer {
  const { now, known } = understood
  const firm = now.acts.find(({ flags }) => !flags.has('yields') && !flags.has('joins'))
  if (firm && !now.theme?.flags.has('first')) return saying(picker, talk, firm)
  const join = now.acts.find(({ flags }) => flags.has('joins'))
  const [short] = now.acts.filter(({ flags }) => flags.has('alone'))
  if (short && offered(picker.said, 1).length > 0) return saying(picker, talk, short)
  if (now.theme ?? now.mood ?? (known && now.detail)) {
    // 'pagod na ako' after a talk about school is still about school.
    const stays =
      known &&
      !known.flags.has('faint') &&
      !now.theme?.flags.has('first') &&
      (now.theme === undefined || now.vague || known.flags.has('stays'))
    return composeFeeling(
      picker,
      talk,
      now,
      stays ? known : now.weak && now.mood ? undefined : now.theme,
      join,
    )
  }
  if (join && known) return composeFeeling(picker, talk, now, known, join)
  const act = join ?? (now.silent ? picker.section('act', 'silence') : now.acts[0])
  if (act && !(now.person && act.whole > 0)) return saying(picker, talk, act)
  return known?.flags.has('first')
    ? composeFeeling(picker, talk, now, known, undefined)
    : goOn(picker, understood)
}

/** An answer to what the person does: a greeting, thanks, a question about her, a short word. */
function saying(picker: LinePicker, { hour }: EmiTalk, act: Section): Answer {
  const late = hour < 5 || hour > 22 ? act.lists.get('night') : undefined
  const afterOffer = offered(picker.said, 1).length > 0 ? act.lists.get('after-offer') : undefined
  const choose = mayAsk(picker.said) ? picker.pick : picker.pickStatement
  const text = choose(afterOffer, late, act.lists.get('say')) ?? picker.pick(picker.common('stay'))
  const [action] = act.offers
  return action ? { ...answerOf(text), action } : answerOf(text)
}

/** No feeling was recognised: a detail, a person, their own words, or what was said before. */
function goOn(picker: LinePicker, { now, before, known }: Understanding): Answer {
  const { held } = picker
  const ask = () =>
    mayAsk(picker.said)
      ? (picker.pick((held ?? now.detail)?.lists.get('ask')) ??
        askOf(picker, held ? undefined : known, undefined))
      : holdOf(picker, known?.mood === 'happy' ? known : undefined, undefined)
  const again = held && picker.pick(held.lists.get('again'), held.lists.get('say'))
  if (again) return answerOf(again, held.kind === 'detail' ? ask() : undefined)
  const someone = now.person && picker.common(picker.said.length > 0 ? 'someone-too' : 'someone')
  const glad = known?.mood === 'happy' ? known.lists.get('hold') : undefined
  const grave = known?.flags.has('stays') ? known.lists.get('hold') : undefined
  const follow = quotedLately(picker.said) ? undefined : picker.common('follow')
  const begin = picker.pick(
    now.detail?.lists.get('mirror'),
    glad,
    someone,
    follow,
    grave,
    picker.common('beat'),
  )
  if (
    known &&
    known.mood !== 'happy' &&
    offered(picker.said, offerEvery).length === 0 &&
    picker.said.length > 2
  ) {
    const offer = offerOf(picker, known.offers)
    if (offer) return { ...answerOf(begin, offer.text), action: offer.action }
  }
  if (begin) return answerOf(begin, ask())
  const recall = before.length > 0 ? picker.common('recall') : undefined
  return answerOf(picker.pick(recall, picker.common('stay')), ask())
}

/** One short line each, without a question. */
function answerSeveral(talk: EmiTalk, material: Material, names: readonly string[]): Answer {
  const lines: string[] = []
  for (const name of names) {
    const own = { ...talk, lines: talk.lines.filter((line) => line.by === 'emi' || line.name === name) }
    const understood = understand(own, material)
    const { now, language } = understood
    const seed = { ...own, seed: `${talk.seed} ${name}`, said: [...talk.said, ...lines] }
    const picker = pickerOf(seed, material, language, slotsOf(understood, talk.said), false)
    const firm = now.acts.find(({ flags }) => !flags.has('yields')) ?? (now.theme ? undefined : now.acts[0])
    const text = picker.pick(
      firm?.lists.get('say'),
      now.theme?.lists.get('mirror'),
      now.mood?.lists.get('mirror'),
      picker.common('follow'),
      picker.common('stay'),
    )
    if (text) lines.push(`${name}, ${lowered(text)}`)
  }
  return { text: lines.join('\n') }
}

const lowered = (text: string) =>
  /^(?:I\b|I[’'])/.test(text) ? text : text.replace(/\p{L}/u, (letter) => letter.toLowerCase())
