import { answerOf, askOf, composeFeeling, holdOf, mayAsk, offerOf } from './composing.ts'
import type { Material, Section } from './material.ts'
import { offered, offerEvery, penOf, quotedLately, slotsOf, type Pen } from './pen.ts'
import { understand, waitingLines, type Understanding } from './reading.ts'
import type { Answer, EmiTalk } from './talk.ts'

const mostNames = 5

/** Her answer without a language model: pure, from hand-written material. */
export function answerOffline(talk: EmiTalk, material: Material): Answer {
  const names = [...new Set(waitingLines(talk.lines).map(({ name }) => name))]
  if (names.length > 1) return answerSeveral(talk, material, names.slice(-mostNames))
  const understood = understand(talk, material)
  const pen = penOf(talk, material, understood.language, slotsOf(understood, talk.said))
  return replyTo(pen, talk, understood)
}

function replyTo(pen: Pen, talk: EmiTalk, understood: Understanding): Answer {
  const { now, known } = understood
  const firm = now.acts.find(({ flags }) => !flags.has('yields') && !flags.has('joins'))
  if (firm && !now.theme?.flags.has('first')) return saying(pen, talk, firm)
  const join = now.acts.find(({ flags }) => flags.has('joins'))
  const [short] = now.acts.filter(({ flags }) => flags.has('alone'))
  if (short && offered(pen.said, 1).length > 0) return saying(pen, talk, short)
  if (now.theme ?? now.mood ?? (known && now.detail)) {
    // 'pagod na ako' after a talk about school is still about school.
    const stays =
      known &&
      !known.flags.has('faint') &&
      !now.theme?.flags.has('first') &&
      (now.theme === undefined || now.vague || known.flags.has('stays'))
    return composeFeeling(pen, talk, now, stays ? known : now.weak && now.mood ? undefined : now.theme, join)
  }
  if (join && known) return composeFeeling(pen, talk, now, known, join)
  const act = join ?? (now.silent ? pen.section('act', 'silence') : now.acts[0])
  if (act && !(now.person && act.whole > 0)) return saying(pen, talk, act)
  return known?.flags.has('first') ? composeFeeling(pen, talk, now, known, undefined) : goOn(pen, understood)
}

/** An answer to what the person does: a greeting, thanks, a question about her, a short word. */
function saying(pen: Pen, { hour }: EmiTalk, act: Section): Answer {
  const late = hour < 5 || hour > 22 ? act.lists.get('night') : undefined
  const afterOffer = offered(pen.said, 1).length > 0 ? act.lists.get('after-offer') : undefined
  const choose = mayAsk(pen.said) ? pen.pick : pen.pickCalm
  const text = choose(afterOffer, late, act.lists.get('say')) ?? pen.pick(pen.common('stay'))
  const [action] = act.offers
  return action ? { ...answerOf(text), action } : answerOf(text)
}

/** No feeling was recognised: a detail, a person, their own words, or what was said before. */
function goOn(pen: Pen, { now, before, known }: Understanding): Answer {
  const { held } = pen
  const ask = () =>
    mayAsk(pen.said)
      ? (pen.pick((held ?? now.detail)?.lists.get('ask')) ?? askOf(pen, held ? undefined : known, undefined))
      : holdOf(pen, known?.mood === 'happy' ? known : undefined, undefined)
  const again = held && pen.pick(held.lists.get('again'), held.lists.get('say'))
  if (again) return answerOf(again, held.kind === 'detail' ? ask() : undefined)
  const someone = now.person && pen.common(pen.said.length > 0 ? 'someone-too' : 'someone')
  const glad = known?.mood === 'happy' ? known.lists.get('hold') : undefined
  const grave = known?.flags.has('stays') ? known.lists.get('hold') : undefined
  const follow = quotedLately(pen.said) ? undefined : pen.common('follow')
  const begin = pen.pick(now.detail?.lists.get('mirror'), glad, someone, follow, grave, pen.common('beat'))
  if (known && known.mood !== 'happy' && offered(pen.said, offerEvery).length === 0 && pen.said.length > 2) {
    const offer = offerOf(pen, known.offers)
    if (offer) return { ...answerOf(begin, offer.text), action: offer.action }
  }
  if (begin) return answerOf(begin, ask())
  const recall = before.length > 0 ? pen.common('recall') : undefined
  return answerOf(pen.pick(recall, pen.common('stay')), ask())
}

/** One short line each, without a question. */
function answerSeveral(talk: EmiTalk, material: Material, names: readonly string[]): Answer {
  const lines: string[] = []
  for (const name of names) {
    const own = { ...talk, lines: talk.lines.filter((line) => line.by === 'emi' || line.name === name) }
    const understood = understand(own, material)
    const { now, language } = understood
    const seed = { ...own, seed: `${talk.seed} ${name}`, said: [...talk.said, ...lines] }
    const pen = penOf(seed, material, language, slotsOf(understood, talk.said), false)
    const firm = now.acts.find(({ flags }) => !flags.has('yields')) ?? (now.theme ? undefined : now.acts[0])
    const text = pen.pick(
      firm?.lists.get('say'),
      now.theme?.lists.get('mirror'),
      now.mood?.lists.get('mirror'),
      pen.common('follow'),
      pen.common('stay'),
    )
    if (text) lines.push(`${name}, ${lowered(text)}`)
  }
  return { text: lines.join('\n') }
}

const lowered = (text: string) =>
  /^(?:I\b|I[’'])/.test(text) ? text : text.replace(/\p{L}/u, (letter) => letter.toLowerCase())
