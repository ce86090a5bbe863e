import { speaksOfAbuse } from '../../../shared/crisis/abuse.ts'
import { speaksOfCrisis } from '../../../shared/crisis/crisis.ts'
import type { Hotline } from '../../../shared/rows.ts'
import type { Answer, EmiTalk, Line } from '../talk.ts'
import { choose, says, type CareText } from './choose.ts'
import { linesFor } from './lines.ts'
import { answerOf, isSoon, languageOf, situationOf, type Situation } from './reading.ts'
import { crisisTexts } from './texts-crisis.ts'
import { abuseTexts, roomTexts } from './texts-elsewhere.ts'
import { listeningTexts } from './texts-listening.ts'

export type CareKind = 'crisis' | 'abuse'
export type Care = {
  /** Begins or renews the 48 hours of care mode. */
  turnsOn: boolean
  kind?: CareKind
  /** A fixed, reviewed answer. Undefined: nothing here needs care, and the responder answers. */
  answer?: (hotlines: readonly Hotline[]) => Answer
}

type Chosen = { pools: readonly (readonly CareText[])[]; lines?: 'crisis' | 'now' | 'abuse' | undefined }
type Reading = {
  talk: EmiTalk
  /** What the asker wrote since her last answer. */
  text: string
  asked: CareText['about']
}

const none: Care = { turnsOn: false }
const asking: readonly CareText[] = [
  ...Object.values(crisisTexts).flat(),
  ...Object.values(abuseTexts).flat(),
  ...listeningTexts.suspected,
  ...listeningTexts.night,
]

/**
 * What one asker needs before any responder may answer. `isOn`: the asker's care mode. `suspects`: what a language model read between the
 * lines; she asks about it, and only the asker's own words turn the mode on.
 */
export function careOf(talk: EmiTalk, isOn: boolean, suspects?: CareKind): Care {
  const text = unanswered(talk)
    .map((line) => line.text)
    .join('\n')
  const reading = { talk, text, asked: talk.where === 'dm' ? askedIn(talk) : undefined }
  const isYes = answerOf(text) === 'yes'
  const turnsOn = isCrisis(talk) || (reading.asked === 'dying' && isYes)
  const isAbuse = tellsOfAbuse(reading)
  if (turnsOn) return { turnsOn, kind: 'crisis', ...answering(reading, inCrisis(reading)) }
  if (isAbuse || (reading.asked === 'hurt' && isYes))
    return { turnsOn, kind: 'abuse', ...answering(reading, inAbuse(reading)) }
  if (isOn) return { turnsOn, kind: 'crisis', ...answering(reading, inMode(reading)) }
  if (!suspects) return none
  return { turnsOn, kind: suspects, ...answering(reading, suspecting(talk, suspects)) }
}

/** The asker's lines since her last one. In a room that one may have answered somebody else, so all of the asker's lines count. */
function unanswered({ where, lines }: EmiTalk): Line[] {
  const last = lines.findLastIndex(({ by }) => by === 'emi')
  const since = where === 'room' ? lines : lines.slice(last + 1)
  return since.filter(({ by }) => by === 'asker')
}

/** One line, or one sentence that was sent in pieces. */
const speaksIn = (lines: readonly Line[], speaks: (text: string) => boolean): boolean =>
  lines.some(({ text }) => speaks(text)) ||
  speaks(lines.map(({ text }) => text).join(' ')) ||
  speaks(lines.map(({ text }) => text).join('. '))

const isCrisis = (talk: EmiTalk) => speaksIn(unanswered(talk), speaksOfCrisis)

/** Told now, or told before, and her last answer was about it. */
function tellsOfAbuse({ talk }: Reading): boolean {
  if (speaksIn(unanswered(talk), speaksOfAbuse)) return true
  const [last] = talk.said.slice(-1)
  const isGoing =
    last !== undefined && [...abuseTexts.abuse, ...abuseTexts.now].some((text) => says(last, text))
  return (
    talk.where === 'dm' && isGoing && talk.lines.some(({ by, text }) => by === 'asker' && speaksOfAbuse(text))
  )
}

/** What the question of her last message was about. */
function askedIn({ said }: EmiTalk): CareText['about'] {
  const [last] = said.slice(-1)
  return last === undefined ? undefined : asking.find((text) => says(last, text))?.about
}

function inCrisis({ talk, text }: Reading): Chosen {
  const situation = situationOf(text)
  const isNow = situation === 'now' || isSoon(text)
  if (talk.where === 'room') return { pools: [roomTexts.crisis], lines: isNow ? 'now' : 'crisis' }
  const { crisis, method, now } = crisisTexts
  if (isNow) return { pools: [now, crisis, listeningTexts.listen], lines: 'now' }
  return {
    pools: [...(situation === 'method' ? [method] : []), crisis, listeningTexts.listen],
    lines: 'crisis',
  }
}

/** Of a threat that is here now. */
const isNear =
  /ngayon na|nandito siya|andito siya|papatayin|sasaksakin|duguan|dumudugo|nagdurugo|sinasakal ako|tulong|right now|is here|bleeding|going to kill|help me/i

function inAbuse({ talk, text, asked }: Reading): Chosen {
  if (talk.where === 'room') return { pools: [roomTexts.abuse], lines: 'abuse' }
  const isUnsafe = isNear.test(text) || (asked === 'safe' && answerOf(text) === 'no')
  return isUnsafe
    ? { pools: [abuseTexts.now, abuseTexts.abuse, listeningTexts.listen], lines: 'abuse' }
    : { pools: [abuseTexts.abuse, listeningTexts.listen], lines: 'abuse' }
}

/** Situations whose answers always name the lines. */
const withLines: readonly Situation[] = ['method', 'denial', 'refusal', 'told', 'bot', 'night', 'alone']

function inMode(reading: Reading): Chosen {
  const { talk, text } = reading
  if (talk.where === 'room') return { pools: [roomTexts.quiet] }
  const situation = situationOfAnswer(reading) ?? situationOf(text)
  if (situation === 'now') return { pools: [crisisTexts.now, crisisTexts.crisis], lines: 'now' }
  const own = situation === undefined ? [] : [poolOf(situation)]
  const isDue = talk.said.slice(-2).every((answer) => !answer.includes('📞'))
  const lines = isDue || (situation && withLines.includes(situation)) ? 'crisis' : undefined
  return { pools: [...own, listeningTexts.listen], lines }
}

/** What a bare yes or no means after her question. */
function situationOfAnswer({ text, asked }: Reading): Situation | undefined {
  const answer = answerOf(text)
  if (!answer || !asked) return undefined
  const isYes = answer === 'yes'
  if (asked === 'company') return isYes ? 'company' : 'alone'
  if (asked === 'alone') return isYes ? 'alone' : 'company'
  if (asked === 'safe' || asked === 'apart') return isYes ? 'safe' : 'now'
  return undefined
}

const poolOf = (situation: Situation): readonly CareText[] =>
  ({ ...crisisTexts, ...listeningTexts })[situation]

function suspecting({ where }: EmiTalk, suspects: CareKind): Chosen {
  if (where === 'room') return { pools: [roomTexts.quiet] }
  return suspects === 'crisis'
    ? { pools: [listeningTexts.suspected], lines: 'crisis' }
    : { pools: [abuseTexts.suspected], lines: 'abuse' }
}

function answering({ talk }: Reading, { pools, lines }: Chosen): Pick<Care, 'answer'> {
  const chosen = choose(talk, pools)
  const lang = languageOf(talk.lines.filter(({ by }) => by === 'asker').map(({ text }) => text))
  const ask = chosen.ask?.[lang === 'tl' ? 0 : 1]
  return {
    answer(hotlines) {
      const parts = [chosen[lang], lines ? linesFor(lines, lang, hotlines) : '', ask ?? '']
      const text = parts.filter(Boolean).join(lines ? '\n' : ' ')
      return { text, ...(chosen.action ? { action: chosen.action } : {}) }
    },
  }
}
