import { linesToAnswer } from '../../shared/emi-lines.ts'
import { languageOf } from './language.ts'
import { isFrom, type Language, type Material, type Person, type Section } from './material.ts'
import type { Hit } from './patterns.ts'
import { isSilent, quoteOf } from './quoting.ts'
import type { EmiTalk } from './talk.ts'
import { clausesOf } from './words.ts'

/** What one message, or several in a row, says. */
export type Reading = {
  text: string
  words: number
  clauses: readonly (readonly string[])[]
  silent: boolean
  theme: Section | undefined
  /** The theme is a guess: one word, or a faint theme. */
  vague: boolean
  /** Not even that: a word like 'family', which says what it is about, not what happened. */
  weak: boolean
  mood: Section | undefined
  detail: Section | undefined
  /** Acts in the order of the material: the first weighs most. */
  acts: readonly Section[]
  strong: boolean
  person: Person | undefined
  thing: string | undefined
  quote: string | undefined
}
export type Understanding = {
  language: Language
  now: Reading
  /** What the same people wrote before her last answer, newest first. */
  before: readonly (Reading & { minutesAgo: number })[]
  /** The theme of what was written before. */
  known: Section | undefined
}

const mention = /@(?:emi\b|\{[\da-f-]{36}\})/giu
const longest = 2_000
/** Letters of an earlier line that are read again. */
const longestEarlier = 400
const mostRemembered = 4

/** 'Papa comes home, I'm afraid' is no good news. */
const darkness = new Set(['sad', 'angry', 'afraid', 'hurt'])

export function readText(raw: string, material: Material): Reading {
  const text = raw.slice(-longest).replace(mention, ' ').trim()
  const clauses = clausesOf(text)
  const words = clauses.flat().length
  const hits = material.find(clauses)
  const dark = hits.some(({ of }) =>
    darkness.has((of.kind === 'mood' ? of.name : of.flags.has('faint') && of.mood) || ''),
  )
  const [theme, weight = 0] =
    strongest(dark ? hits.filter(({ of }) => of.mood !== 'happy') : hits, 'theme') ?? []
  const [mood] = strongest(hits, 'mood') ?? []
  const found = new Set(hits.filter(({ of }) => of.kind === 'act').map(({ of }) => of))
  const acts = material.sections.filter(
    (act) => found.has(act) && (act.whole === 0 || words <= act.whole) && isWhole(act, clauses.flat(), hits),
  )
  const shouts = /\p{Lu}{4}/u.test(text) && text === text.toUpperCase()
  const recognised = new Set(
    hits.filter(({ of }) => of === theme || of === mood).flatMap((hit) => hit.words.split(' ')),
  )
  return {
    text,
    words,
    clauses,
    silent: isSilent(text) && !hits.some(({ of }) => of.kind !== 'level'),
    theme,
    vague: weight <= 1,
    weak: weight < 1 && theme?.flags.has('faint') === false,
    mood,
    detail: strongest(hits, 'detail')?.[0],
    acts,
    strong: shouts || hits.some(({ of }) => of.kind === 'level'),
    person: nearest(material.findPerson(clauses), hits, theme),
    thing: hits.find(({ of, thing }) => thing && (of === theme || theme?.flags.has('borrows')))?.words,
    quote: quoteOf(text, recognised),
  }
}

const around = new Set(
  `naman lang po na pa eh e nga talaga rin din ko ako ba muna ah ha no isang dalawang tatlong limang mga so well just yet siguro emi kami kayo`.split(
    ' ',
  ),
)

/** An act that stands alone leaves no other words: 'wala lang', not 'wala na kaming aanihin'. */
function isWhole(act: Section, words: readonly string[], hits: readonly Hit<Section>[]): boolean {
  if (!act.flags.has('alone')) return true
  const heard = new Set(hits.filter(({ of }) => of === act).flatMap((hit) => hit.words.split(' ')))
  return words.every((word) => heard.has(word) || around.has(word) || /^\d+$/.test(word))
}

/** The section with most matched. A matter weighs more than a `faint` theme beside it: tired of work is about work. */
function strongest(
  hits: readonly Hit<Section>[],
  kind: Section['kind'],
): readonly [section: Section, weight: number] | undefined {
  const weights = new Map<Section, number>()
  for (const { of, weight } of hits)
    if (of.kind === kind)
      weights.set(of, (weights.get(of) ?? 0) + weight * (of.flags.has('faint') ? 0.02 : 1))
  return [...weights].toSorted(([, a], [, b]) => b - a)[0]
}

/** The person nearest to the theme's words in their clause, or the last one named: 'si lola, simula nawala si lolo' is about lolo. */
function nearest(
  people: readonly Hit<Person>[],
  hits: readonly Hit<Section>[],
  theme: Section | undefined,
): Person | undefined {
  const about = hits.filter(({ of }) => of === theme)
  const distance = (person: Hit<Person>) =>
    Math.min(
      ...about.flatMap(({ clause, at }) => (clause === person.clause ? [Math.abs(person.at - at)] : [])),
    )
  const [first] = people.toSorted((a, b) => distance(a) - distance(b))
  return (first && distance(first) < Infinity ? first : people.at(-1))?.of
}

/** The themes of her last answers, newest first: her words remember what the last lines no longer hold. */
function themesOf(said: readonly string[], material: Material): Section[] {
  const themes = material.sections.filter(({ kind }) => kind === 'theme')
  return said
    .slice(-mostRemembered)
    .toReversed()
    .flatMap((text) => themes.find((theme) => isFrom(theme, text, ['mirror', 'hold'])) ?? [])
}

const isGrave = (theme: Section | undefined): boolean => theme?.flags.has('stays') === true

export function understand(talk: EmiTalk, material: Material): Understanding {
  const waiting = linesToAnswer(talk.lines)
  const names = new Set(waiting.map(({ name }) => name))
  const earlier = talk.lines
    .filter((line) => line.by === 'asker' && names.has(line.name) && !waiting.includes(line))
    .toReversed()
  const before = earlier.map((line) => ({
    ...readText(line.text.slice(-longestEarlier), material),
    minutesAgo: line.minutesAgo,
  }))
  const now = readText(waiting.map(({ text }) => text).join('\n'), material)
  const spoken = before.flatMap(({ clauses }) => clauses)
  const language = languageOf(now.clauses, spoken.length > 0 ? languageOf(spoken, undefined) : undefined)
  // 'I cried at school' was about the crying.
  const themed = before.filter(({ theme, weak, mood }) => theme && !(weak && mood))
  const answered = themesOf(talk.said, material)
  const known =
    themed.find(({ theme }) => isGrave(theme))?.theme ??
    answered.find(isGrave) ??
    (themed.find(({ vague }) => !vague) ?? themed.find(({ weak }) => !weak) ?? themed[0])?.theme ??
    answered[0]
  return { language, now, before, known }
}
