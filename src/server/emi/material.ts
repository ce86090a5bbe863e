import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { EmiAction } from '../../shared/emi-actions.ts'
import { finderOf, readPattern, type Finder, type Pattern } from './patterns.ts'

/** Tagalog, Taglish, English. Tagalog lines answer Taglish too. */
export type Language = 'tl' | 'mix' | 'en'
/** A line of hers. Her last answers are searched for its `pieces`: sentences, or their longest parts without a slot, in small letters. */
export type MaterialLine = {
  language: Language
  text: string
  slots: readonly string[]
  pieces: readonly string[]
}
export type Kind = 'theme' | 'mood' | 'detail' | 'act' | 'level' | 'common'
export type Section = {
  kind: Kind
  name: string
  /** The feeling of a theme, unless the words name another. */
  mood: string | undefined
  offers: readonly EmiAction[]
  flags: ReadonlySet<string>
  /** An act counts only in a message of at most so many words. */
  whole: number
  lists: ReadonlyMap<string, readonly MaterialLine[]>
}
export type Person = { sino: string; who: string }
export type Material = {
  sections: readonly Section[]
  find: Finder<Section>
  findPerson: Finder<Person>
  /** How many lines of hers there are. */
  count: number
}

type OpenSection = Omit<Section, 'lists' | 'flags'> & {
  lists: Map<string, MaterialLine[]>
  flags: Set<string>
}
type Reader = {
  sections: OpenSection[]
  patterns: Pattern<Section>[]
  people: Pattern<Person>[]
  list: MaterialLine[] | undefined
  fail: (why: string) => never
}

const kinds: readonly string[] = ['theme', 'mood', 'detail', 'act', 'level', 'common'] satisfies Kind[]
const flags = new Set(['yields', 'joins', 'alone', 'now', 'faint', 'borrows', 'holds', 'stays', 'first'])
const slots = new Set(['sino', 'who', 'thing', 'quote', 'earlier'])
const actions: readonly string[] = ['breathe', 'senses', 'write'] satisfies EmiAction[]
const longest = 240
/** A shorter sentence may come again: Sige. */
const fewestLetters = 9
/** A shorter line may belong to several sections: I'm sorry. */
const fewestOwn = 16

/** Reads the house's own words, then those of the operator's folder, which may add sections and lines. Throws with file and line. */
export function readMaterial(folder?: string): Material {
  const reader: Reader = { sections: [], patterns: [], people: [], list: undefined, fail: raise }
  const own = fileURLToPath(new URL('material', import.meta.url))
  for (const from of folder === undefined ? [own] : [own, folder])
    for (const name of filesOf(from)) readFile(reader, join(from, name))
  return {
    sections: reader.sections,
    find: finderOf(reader.patterns),
    findPerson: finderOf(reader.people),
    count: reader.sections.flatMap(({ lists }) => [...lists.values()].flat()).length,
  }
}

function raise(why: string): never {
  throw new Error(why)
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.txt'))
      .toSorted()
  } catch (error) {
    throw new Error(`EMI_MATERIAL: the folder ${folder} cannot be read. Name a folder with .txt files.`, {
      cause: error,
    })
  }
}

function readFile(reader: Reader, path: string): void {
  reader.list = undefined
  let section: OpenSection | undefined
  for (const [at, raw] of readFileSync(path, 'utf8').split(/\r?\n/).entries()) {
    const line = raw.trim()
    if (line === '' || line.startsWith('#')) continue
    reader.fail = (why) => raise(`${path}:${at + 1}: ${why}`)
    const [, word = '', rest = ''] = /^(\S+)\s*(.*)$/.exec(line) ?? []
    if (word === '==') section = begin(reader, rest)
    else if (word === 'person') readPerson(reader, rest)
    else if (section) readRow(reader, section, word, rest)
    else reader.fail('a file begins with == and a kind: theme, mood, detail, act, level or common')
  }
}

function begin(reader: Reader, rest: string): OpenSection {
  const [kind = '', name = '', ...more] = rest.split(/\s+/)
  if (!isKind(kind) || !/^[a-z-]+$/.test(name) || more.length > 0)
    return reader.fail(`== takes a kind (${kinds.join(', ')}) and a name of small letters`)
  reader.list = undefined
  const known = reader.sections.find((section) => section.kind === kind && section.name === name)
  if (known) return known
  const fresh = {
    kind,
    name,
    mood: undefined,
    offers: [],
    flags: new Set<string>(),
    whole: 0,
    lists: new Map(),
  }
  reader.sections.push(fresh)
  return fresh
}

const isKind = (word: string): word is Kind => kinds.includes(word)
const isAction = (word: string): word is EmiAction => actions.includes(word)
const isLanguage = (word: string): word is Language => ['tl', 'mix', 'en'].includes(word)

function readRow(reader: Reader, section: OpenSection, word: string, rest: string): void {
  if (isLanguage(word)) {
    if (!reader.list)
      return reader.fail('a line of hers needs the name of its list above it: mirror, hold, ask, say')
    reader.list.push(readLine(reader, word, rest))
  } else if (word === 'hear')
    for (const source of rest.split(';').filter((part) => part.trim())) {
      const pattern = readPattern<Section>(source.trim(), section)
      if (!pattern)
        return reader.fail(`"${source.trim()}" is no pattern: words, begin*, one/other, _ for a gap`)
      reader.patterns.push(pattern)
    }
  else if (word === 'mood') section.mood = rest
  else if (word === 'whole' && /^\d+$/.test(rest)) section.whole = Number(rest)
  else if (word === 'offers') {
    const offers = rest.split(/\s+/)
    if (!offers.every(isAction)) return reader.fail(`offers takes ${actions.join(', ')}`)
    section.offers = offers
  } else if (flags.has(word) && rest === '') section.flags.add(word)
  else if (/^[a-z-]+$/.test(word) && rest === '') {
    reader.list = section.lists.get(word) ?? []
    section.lists.set(word, reader.list)
  } else reader.fail(`"${word}" is not known here`)
}

function readLine(reader: Reader, language: Language, text: string): MaterialLine {
  const used = [...text.matchAll(/\{(\w*)\}/g)].map(([, name = '']) => name)
  const wrong = used.find((name) => !slots.has(name))
  if (wrong !== undefined) return reader.fail(`{${wrong}} is no slot: ${[...slots].join(', ')}`)
  if (text.length === 0 || text.length > longest) return reader.fail(`a line has 1 to ${longest} letters`)
  if (text.split('?').length > 2) return reader.fail('a line asks one question at most')
  if (/https?:|www\.|\d{5}|\d{3}[ -]\d{3}/.test(text))
    return reader.fail('a line has no address and no long number')
  const pieces = text
    .toLowerCase()
    .split(/(?<=[.!?”])\s+/u)
    .map((sentence) => longestOf(sentence.split(/\{\w*\}/)).trim())
  const telling = pieces.filter((piece) => piece.length >= fewestLetters)
  return { language, text, slots: used, pieces: telling.length > 0 ? telling : [longestOf(pieces)] }
}

const longestOf = (parts: readonly string[]) => parts.toSorted((a, b) => b.length - a.length)[0] ?? ''

function readPerson(reader: Reader, rest: string): void {
  const [sino = '', who = '', heard = ''] = rest.split('|').map((part) => part.trim())
  if (!sino || !who || !heard) return reader.fail('person takes: Tagalog | English | patterns parted by ;')
  for (const source of heard.split(';').filter((part) => part.trim())) {
    const pattern = readPattern<Person>(source.trim(), { sino, who })
    if (!pattern) return reader.fail(`"${source.trim()}" is no pattern`)
    reader.people.push(pattern)
  }
}

/** Whether a text of hers holds a line of this section, or of these lists of it. */
export function isFrom({ lists }: Section, text: string, names?: readonly string[]): boolean {
  const said = text.toLowerCase()
  return [...lists]
    .flatMap(([name, lines]) => (names && !names.includes(name) ? [] : lines))
    .some(
      ({ pieces }) => pieces.join('').length >= fewestOwn && pieces.every((piece) => said.includes(piece)),
    )
}
