import { joined, wordsOf } from './words.ts'

/** A step of a pattern: one of some words (`begin*` is a prefix), or a gap of up to three words. */
type Step = { words: ReadonlySet<string>; prefixes: readonly string[] } | 'gap'
/** `thing`: what was matched may be said back. `weight`: how much a match says. */
export type Pattern<T> = {
  steps: readonly Step[]
  of: T
  thing: boolean
  alone: boolean
  weight: number
  negative: boolean
}
export type Hit<T> = Pick<Pattern<T>, 'of' | 'thing' | 'weight'> & {
  clause: number
  at: number
  words: string
}

const gap = 3
const shortestPrefix = 3
const negations = new Set('hindi not dont didnt isnt never walang aint wasnt huwag wag'.split(' '))

const [weak, heavy] = [0.1, 20]

/** Reads `=exam*` (may be said back), `+nakapasa` (decides), `~strict` (weak), `!galit` (a whole clause), `niloko/iniwan ako`, `ayaw _ ako`. Undefined: no pattern. */
export function readPattern<T>(source: string, of: T): Pattern<T> | undefined {
  const mark = /^[=+~!]?/.exec(source)?.[0] ?? ''
  const thing = mark === '='
  const steps = joined(source.slice(mark.length)).split(/\s+/).filter(Boolean).map(readStep)
  const [first] = steps
  if (!first || first === 'gap' || steps.includes(undefined)) return undefined
  return {
    steps: steps.filter((step) => step !== undefined),
    of,
    thing,
    alone: mark === '!',
    weight: mark === '+' ? heavy : mark === '~' ? weak : steps.length ** 2,
    negative: [...first.words].some((word) => negations.has(word)),
  }
}

function readStep(source: string): Step | undefined {
  if (source === '_') return 'gap'
  const words = new Set<string>()
  const prefixes: string[] = []
  for (const name of source.split('/')) {
    const [word, ...more] = wordsOf(name.replace(/\*$/, ''))
    if (!word || more.length > 0) return undefined
    if (!name.endsWith('*')) words.add(word)
    else if (word.length >= shortestPrefix) prefixes.push(word)
    else return undefined
  }
  return { words, prefixes }
}

const fits = (step: Exclude<Step, 'gap'>, word: string) =>
  step.words.has(word) || step.prefixes.some((prefix) => word.startsWith(prefix))

/** The end of the pattern's words when it begins at `at`. */
function endOf(steps: readonly Step[], words: readonly string[], at: number): number | undefined {
  const [step, ...rest] = steps
  if (!step) return at
  if (step === 'gap') {
    for (let skip = 0; skip <= gap; skip++) {
      const end = endOf(rest, words, at + skip)
      if (end !== undefined) return end
    }
    return undefined
  }
  const word = words[at]
  return word !== undefined && fits(step, word) ? endOf(rest, words, at + 1) : undefined
}

export type Finder<T> = (clauses: readonly (readonly string[])[]) => Hit<T>[]

/** Finds all patterns at once, by the words that begin them. A pattern behind 'hindi' or 'not' does not count. */
export function finderOf<T>(patterns: readonly Pattern<T>[]): Finder<T> {
  const byWord = new Map<string, Pattern<T>[]>()
  const add = (key: string, pattern: Pattern<T>) => {
    const known = byWord.get(key)
    if (known) known.push(pattern)
    else byWord.set(key, [pattern])
  }
  for (const pattern of patterns) {
    const [first] = pattern.steps
    if (!first || first === 'gap') continue
    for (const word of first.words) add(word, pattern)
    for (const prefix of first.prefixes) add(`${prefix}*`, pattern)
  }
  const beginning = (word: string): Pattern<T>[] => {
    const found = [...(byWord.get(word) ?? [])]
    for (let length = shortestPrefix; length <= Math.min(word.length, 24); length++)
      found.push(...(byWord.get(`${word.slice(0, length)}*`) ?? []))
    return found
  }
  return (clauses) =>
    clauses.flatMap((words, clause) =>
      words.flatMap((word, at) =>
        beginning(word).flatMap((pattern): Hit<T>[] => {
          const end = endOf(pattern.steps, words, at)
          if (end === undefined || (!pattern.negative && isDenied(words, at))) return []
          if (pattern.alone && (at > 0 || end < words.length)) return []
          const { of, thing, weight } = pattern
          return [{ of, thing, weight, clause, at, words: words.slice(at, end).join(' ') }]
        }),
      ),
    )
}

const isDenied = (words: readonly string[], at: number) =>
  words.slice(Math.max(0, at - 3), at).some((word) => negations.has(word))
