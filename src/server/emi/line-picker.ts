import { readEmiMessage, type EmiAction } from '../../shared/emi-actions.ts'
import { isFrom, type Language, type Material, type MaterialLine, type Section } from './material.ts'
import type { Understanding } from './reading.ts'
import type { EmiTalk } from './talk.ts'

type Slots = Readonly<Record<string, string | undefined>>
type Lines = readonly MaterialLine[] | undefined

/** Chooses her lines: nothing of `said` again, no two answers in a row with the same beginning, the same choice for the same seed. */
export type LinePicker = {
  /** A line of the first list that has one left. */
  pick: (...lists: readonly Lines[]) => string | undefined
  /** The same, without a question where there is such a line. */
  pickStatement: (...lists: readonly Lines[]) => string | undefined
  /** How many of her last answers hold a line of this section. */
  answersFrom(section: Section): number
  /** A section that holds on: her last answer came from it. */
  held: Section | undefined
  /** Her last answers, newest last. */
  said: readonly string[]
  common(list: string): Lines
  section(kind: Section['kind'], name: string | undefined): Section | undefined
}

/** Answers that must lie between two things to do. */
export const offerEvery = 4

export function pickerOf(
  talk: EmiTalk,
  material: Material,
  language: Language,
  slots: Slots,
  mayAsk = true,
): LinePicker {
  const earlier = talk.lines.filter(({ by }) => by === 'emi').map(({ text }) => text)
  const said = talk.said.length > 0 ? talk.said : earlier
  const searched = [...talk.said, ...earlier].map((text) => text.toLowerCase())
  const used: string[] = []
  const openings = new Set(said.slice(-3).map(openingOf))
  const next = randomOf(`${talk.seed} ${talk.answers}`)
  const isFresh = ({ pieces }: MaterialLine) =>
    !pieces.some((piece) => used.includes(piece) || searched.some((text) => text.includes(piece)))
  const fits = (line: MaterialLine) =>
    isFresh(line) &&
    line.slots.every((name) => slots[name] !== undefined) &&
    (mayAsk || !line.text.includes('?'))
  const choose = (lines: readonly MaterialLine[]): string | undefined => {
    const rarely = lines.filter((line) => !openings.has(openingOf(fill(line, slots))))
    const apart = rarely.length > 0 ? rarely : lines
    // A line with their own words in it says more.
    const specific = apart.filter((line) => line.slots.length > 0)
    const among = specific.length > 0 ? specific : apart
    const line = among[Math.floor(next() * among.length)]
    if (!line) return undefined
    used.push(...line.pieces)
    return fill(line, slots)
  }
  const named = (kind: Section['kind'], name: string | undefined) =>
    material.sections.find((known) => known.kind === kind && known.name === name)
  const pick: LinePicker['pick'] = (...lists) => {
    for (const list of lists) {
      const fitting = (list ?? []).filter(fits)
      for (const wanted of tiers[language]) {
        const found = choose(fitting.filter((line) => wanted.includes(line.language)))
        if (found !== undefined) return found
      }
    }
    return undefined
  }
  return {
    pick,
    pickStatement: (...lists) =>
      pick(...lists.map((list) => list?.filter(({ text }) => !text.includes('?')))) ?? pick(...lists),
    answersFrom: (section) => said.filter((text) => isFrom(section, text)).length,
    held: material.sections.find(
      (section) =>
        section.flags.has('holds') && isFrom(section, said.at(-1) ?? '', ['mirror', 'again', 'say']),
    ),
    said,
    common: (list) => named('common', 'anytime')?.lists.get(list),
    section: named,
  }
}

const tiers: Record<Language, readonly (readonly Language[])[]> = {
  tl: [['tl'], ['mix']],
  mix: [['tl', 'mix']],
  en: [['en']],
}

const fill = ({ text }: MaterialLine, slots: Slots) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => slots[name] ?? '')

const openingOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[\s,.]+/, 2)
    .join(' ')

/** Whether she quoted one of her last answers' lines: two quotes in a row sound like a parrot. */
export const quotedLately = (said: readonly string[]): boolean =>
  said.slice(-2).some((text) => text.includes('“'))

/** The things to do in her last answers, newest first. */
export const offered = (said: readonly string[], within: number): EmiAction[] =>
  said
    .slice(-within)
    .toReversed()
    .flatMap((text) => readEmiMessage(text).action ?? [])

/** What the slots of her lines hold. A quote is used once in a talk. */
export function slotsOf({ now, before, known }: Understanding, said: readonly string[]): Slots {
  const isNew = (quote: string | undefined) =>
    quote !== undefined && !said.some((text) => text.toLowerCase().includes(quote.toLowerCase()))
  const follows = now.theme === undefined || now.vague || now.theme === known
  const same = before.find(({ theme }) => theme !== undefined && theme === known)
  const person = now.person ?? (follows ? same?.person : undefined)
  const recalled = before.find(
    ({ quote, theme, mood, minutesAgo }) =>
      (theme ?? mood) && minutesAgo < 720 && quote !== now.quote && isNew(quote),
  )
  return {
    sino: person?.sino,
    who: person?.who,
    thing: now.thing ?? (follows ? same?.thing : undefined),
    quote: isNew(now.quote) ? now.quote : undefined,
    earlier: recalled?.quote,
  }
}

/** Numbers from 0 to 1 that depend on the seed only. */
function randomOf(seed: string): () => number {
  let state = 0x811c9dc5
  for (let at = 0; at < seed.length; at++) state = Math.imul(state ^ seed.charCodeAt(at), 0x01000193)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
