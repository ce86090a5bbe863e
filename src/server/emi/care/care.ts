import { speaksOfAbuse } from '../../../shared/crisis/abuse.ts'
import { speaksOfCrisis } from '../../../shared/crisis/crisis.ts'
import type { Hotline } from '../../../shared/rows.ts'
import type { Answer, EmiTalk, Line } from '../talk.ts'
import { choose, says, type CareText } from './choose.ts'
import { linesFor } from './lines.ts'
import {
  answerOf,
  isSoon,
  languageOf,
  situationOf,
  speaksOfOther,
  tellsOfSafety,
  type Situation,
} from './reading.ts'
import { crisisTexts } from './texts-crisis.ts'
import { abuseTexts, forOther, roomTexts } from './texts-elsewhere.ts'
import { listeningTexts } from './texts-listening.ts'

type CareKind = 'crisis' | 'abuse'
export type Care = {
  /** The care mode begins now, or its 48 hours begin again. */
  startsCare: boolean
  kind?: CareKind
  /** A fixed, reviewed answer. Undefined: nothing here needs care, and the responder answers. */
  answer?: (hotlines: readonly Hotline[]) => Answer
}

type Chosen = { pools: readonly (readonly CareText[])[]; lines?: 'crisis' | 'now' | 'abuse' | undefined }
type Reading = {
  talk: EmiTalk
  /** The asker's lines to answer. */
  lines: readonly Line[]
  text: string
  /** Emi's last answer in private, when it was a text of care. `about` says what its question was about. */
  last: CareText | undefined
}

const urgent: readonly CareText[] = [...crisisTexts.now, ...abuseTexts.now]
const ofAbuse: readonly CareText[] = [...abuseTexts.opening, ...abuseTexts.abuse, ...abuseTexts.now]
const inPrivate: readonly CareText[] = [crisisTexts, listeningTexts, abuseTexts].flatMap((group) =>
  Object.values<readonly CareText[]>(group).flat(),
)
/** Emi speaks of abuse by herself in at most so many answers. */
const mostOfAbuse = 8

/**
 * What one asker needs before any responder may answer. `isInCare`: the asker is in care mode. `suspects`: what a language model believes. Emi
 * asks about it, and only the asker's own words turn the mode on.
 */
export function careOf(talk: EmiTalk, isInCare: boolean, suspects?: CareKind): Care {
  const lines = linesForCare(talk, isInCare)
  const text = lines.map((line) => line.text).join('\n')
  const reading = { talk, lines, text, last: talk.where === 'dm' ? lastOf(talk) : undefined }
  const isYes = answerOf(text) === 'yes'
  const startsCare = speaksIn(lines, speaksOfCrisis) || (reading.last?.about === 'dying' && isYes)
  if (startsCare) return { startsCare, kind: 'crisis', ...answering(reading, inCrisis(reading)) }
  if (tellsOfAbuse(reading) || (reading.last?.about === 'hurt' && isYes))
    return { startsCare, kind: 'abuse', ...answering(reading, inAbuse(reading)) }
  if (speaksIn(lines, speaksOfOther))
    return { startsCare, kind: 'crisis', ...answering(reading, { pools: [forOther], lines: 'crisis' }) }
  // Fixed words here would tell the room that the mode is on. The offline responder answers, as it may answer anybody.
  if (isInCare && talk.where === 'room') return { startsCare }
  if (isInCare) return { startsCare, kind: 'crisis', ...answering(reading, inMode(reading)) }
  if (!suspects) return { startsCare }
  return { startsCare, kind: suspects, ...answering(reading, suspecting(talk, suspects)) }
}

/**
 * The asker's lines since her last one. In a room that one may have answered somebody else, so before the mode is on all lines of the asker
 * count.
 */
function linesForCare({ where, lines }: EmiTalk, isInCare: boolean): Line[] {
  const last = lines.findLastIndex(({ by }) => by === 'emi')
  const since = where === 'room' && !isInCare ? lines : lines.slice(last + 1)
  return since.filter(({ by }) => by === 'asker')
}

/** Letters of a message that may be a piece of a sentence. */
const pieceLetters = 80

/** Whether one line says it, or one sentence that was sent in pieces. */
function speaksIn(lines: readonly Line[], speaks: (text: string) => boolean): boolean {
  const texts = lines.map(({ text }) => text)
  if (speaks(texts.join('. '))) return true
  const pieces = texts.filter((text) => text.length <= pieceLetters)
  return pieces.length > 1 && speaks(pieces.join(' '))
}

function lastOf({ said }: EmiTalk): CareText | undefined {
  const last = said.at(-1)
  return last === undefined ? undefined : inPrivate.find((text) => says(last, text))
}

/** The asker tells of abuse now, or told of it and talked about it in the last answers. */
function tellsOfAbuse({ talk, lines }: Reading): boolean {
  if (talk.where === 'room') {
    const answered = talk.lines.findLastIndex(
      ({ by, text }) => by === 'emi' && isOneOf(roomTexts.abuse, text),
    )
    return speaksIn(
      lines.filter((line) => talk.lines.indexOf(line) > answered),
      speaksOfAbuse,
    )
  }
  if (speaksIn(lines, speaksOfAbuse)) return true
  const told = talk.said.filter((answer) => isOneOf(ofAbuse, answer)).length
  const isRecent = talk.said.slice(-3).some((answer) => isOneOf(ofAbuse, answer))
  return isRecent && told < mostOfAbuse
}

const isOneOf = (pool: readonly CareText[], answer: string) => pool.some((text) => says(answer, text))

/** After urgent words she stays urgent until the person tells of safety. */
function isStillUrgent({ text, last }: Reading): boolean {
  if (!last || !urgent.includes(last) || tellsOfSafety(text)) return false
  return !(last.about === 'apart' && answerOf(text) === 'yes')
}

function inCrisis(reading: Reading): Chosen {
  const { talk, text } = reading
  const situation = situationOf(text)
  const isNow = situation === 'now' || isSoon(text) || isStillUrgent(reading)
  if (talk.where === 'room') return { pools: [roomTexts.crisis], lines: isNow ? 'now' : 'crisis' }
  const { opening, crisis, method, now } = crisisTexts
  const own = isNow ? [now] : situation === 'method' ? [method] : []
  const isFirst = !talk.said.some((answer) => isOneOf(opening, answer) || isOneOf(crisis, answer))
  const next = isFirst ? [opening, crisis] : [crisis, opening]
  return { pools: [...own, ...next, listeningTexts.listen], lines: isNow ? 'now' : 'crisis' }
}

/** Words of a threat that is here now. */
const isNear =
  /ngayon na|nandito siya|andito siya|nandito na siya|papatayin|sasaksakin|duguan|dumudugo|nagdurugo|sinasakal ako|tulong|(?:hindi|di) (?:po |na )?(?:ako|kami) ligtas|right now|is here|bleeding|going to kill|help me|not safe|unsafe/i

function inAbuse(reading: Reading): Chosen {
  const { talk, text, last } = reading
  if (talk.where === 'room') return { pools: [roomTexts.abuse], lines: 'abuse' }
  const isUnsafe =
    isNear.test(text) || isStillUrgent(reading) || (last?.about === 'safe' && answerOf(text) === 'no')
  const { opening, abuse, now } = abuseTexts
  if (isUnsafe) return { pools: [now, opening, abuse, listeningTexts.listen], lines: 'abuse' }
  const situation = situationOf(text)
  const isFirst = !last || !isOneOf(ofAbuse, talk.said.at(-1) ?? '')
  const own = !isFirst && fitAbuse.includes(situation) ? [poolOf(situation)] : []
  return {
    pools: [...own, opening, abuse, listeningTexts.listen],
    lines: linesDue(talk) || isFirst ? 'abuse' : undefined,
  }
}

/** Situations whose words fit a person who is hurt by another. */
const fitAbuse: readonly Situation[] = [
  'refusal',
  'told',
  'bot',
  'angry',
  'thanks',
  'tears',
  'burden',
  'lost',
  'quiet',
]
/** Situations whose answers speak of the numbers. */
const withLines: readonly Situation[] = ['method', 'denial', 'refusal', 'told', 'bot', 'night', 'alone']

function inMode(reading: Reading): Chosen {
  const { talk, text } = reading
  const situation = isStillUrgent(reading) ? 'now' : (situationOfAnswer(reading) ?? situationOf(text))
  if (situation === 'now') return { pools: [crisisTexts.now, crisisTexts.crisis], lines: 'now' }
  const lines = linesDue(talk) || withLines.includes(situation) ? 'crisis' : undefined
  return { pools: [poolOf(situation), listeningTexts.listen, listeningTexts.light], lines }
}

/** The numbers are never more than two answers away. */
const linesDue = ({ said }: EmiTalk): boolean => said.slice(-2).every((answer) => !answer.includes('📞'))

/** What a bare answer means after her question. */
function situationOfAnswer({ text, last }: Reading): Situation | undefined {
  if (last && urgent.includes(last)) return 'safe'
  const answer = answerOf(text)
  if (!answer || !last?.about) return undefined
  const isYes = answer === 'yes'
  if (last.about === 'company') return isYes ? 'company' : 'alone'
  if (last.about === 'alone') return isYes ? 'alone' : 'company'
  if (last.about === 'safe' || last.about === 'apart') return isYes ? 'safe' : 'now'
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
  const isBrief = talk.where === 'dm' && talk.said.slice(-6).some((answer) => /📞.*:/.test(answer))
  return {
    answer(hotlines) {
      const numbers = lines ? linesFor(lines, lang, hotlines, isBrief) : ''
      const words = numbers ? chosen[lang] : chosen[lang].replace(/:$/, '.')
      const text = [words, numbers, ask ?? ''].filter(Boolean).join(lines ? '\n' : ' ')
      return { text, ...(chosen.action ? { action: chosen.action } : {}) }
    },
  }
}
